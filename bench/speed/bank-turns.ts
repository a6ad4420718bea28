import type { TurnInput } from '../../src/index.ts'
import { type LocomoTurn, loadLocomo } from '../datasets/locomo.ts'
import { sentencesOf } from './real-texts.ts'
import { pick, seededRandom } from './seeded.ts'

/**
 * Turns of one large bank: all of LoCoMo, then new turns put together of its sentences, 20 to a session, two sessions a
 * day after LoCoMo's end. Their words are LoCoMo's, so that common words are as common in the large bank.
 *
 * @param data The folder of the data sets.
 */
export function bankTurns(
  data: string,
  { size, seed }: { size: number; seed: number },
): readonly TurnInput[] {
  const real = realTurns(data)
  return [...real.slice(0, size), ...variations(real, size - real.length, seededRandom(seed))]
}

/** All turns of LoCoMo, as of one bank. */
export function realTurns(data: string): readonly BankTurn[] {
  return loadLocomo(data).flatMap(({ id, turns }) => turns.map((turn) => inBank(id, turn)))
}

/** Questions of LoCoMo, spread over its conversations; the labels stay behind. */
export function bankQuestions(data: string, count: number): readonly string[] {
  const all = loadLocomo(data).flatMap(({ questions }) => questions.map(({ question }) => question))
  const step = Math.max(1, Math.floor(all.length / count))
  return all.filter((_, i) => i % step === 0).slice(0, count)
}

type BankTurn = { id: string; session: string; speaker: string; text: string; time: string }

const SESSION_TURNS = 20
const HALF_DAY_MS = 43_200_000
const MINUTE_MS = 60_000
/** LoCoMo ends in January 2024. */
const FIRST_VARIATION = Date.UTC(2024, 1, 1)

/** LoCoMo's ids are unique within a conversation only. */
function inBank(conversation: string, { id, session, speaker, text, time }: LocomoTurn): BankTurn {
  return { id: `${conversation}/${id}`, session: `${conversation}/${session}`, speaker, text, time }
}

function variations(real: readonly BankTurn[], count: number, random: () => number): BankTurn[] {
  const sentences = real.flatMap(({ text }) => sentencesOf(text))
  const speakers = [...new Set(real.map(({ speaker }) => speaker))]
  let pair: readonly string[] = []
  return Array.from({ length: Math.max(0, count) }, (_, i) => {
    const [session, place] = [Math.floor(i / SESSION_TURNS), i % SESSION_TURNS]
    if (place === 0) pair = [pick(speakers, random), pick(speakers, random)]
    const parts = 1 + Math.floor(random() * 3)
    return {
      id: `variation/${i}`,
      session: `variation/${session}`,
      speaker: pair[place % 2]!,
      text: Array.from({ length: parts }, () => pick(sentences, random)).join(' '),
      time: new Date(FIRST_VARIATION + session * HALF_DAY_MS + place * MINUTE_MS).toISOString(),
    }
  })
}
