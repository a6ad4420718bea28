import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What is said in the trial conversation, by turn id. */
export type TrialTexts = ReadonlyMap<string, string>

const THINGS = ['kite', 'canoe', 'violin', 'lantern', 'compass', 'sled', 'kettle', 'globe', 'drum', 'anvil']
const PLACES = ['Oslo', 'Turin', 'Bergen', 'Porto', 'Ghent', 'Riga', 'Basel', 'Lyon', 'Graz', 'Delft']

/** Writes a data folder in LoCoMo's form with one conversation of our own: 40 turns in 4 sessions, 12 questions. */
export function writeTrialLocomo(folder: string, name = 'trial'): TrialTexts {
  const texts = new Map<string, string>()
  const conversation: Record<string, unknown> = { speaker_a: 'Ines', speaker_b: 'Tomas' }
  for (let session = 1; session <= 4; session++) {
    conversation[`session_${session}_date_time`] = `9:00 am on ${session * 3} March, 2031`
    conversation[`session_${session}`] = Array.from({ length: 10 }, (_, i) => {
      const id = `D${session}:${i + 1}`
      const thing = THINGS[(i + session) % THINGS.length]!
      const place = PLACES[(i * session) % PLACES.length]!
      texts.set(id, `I bought a ${thing} in ${place} for ${session * 10 + i} euros and I am glad about it.`)
      return { speaker: i % 2 === 0 ? 'Ines' : 'Tomas', dia_id: id, text: texts.get(id) }
    })
  }
  const qa = Array.from({ length: 12 }, (_, i) => {
    const thing = THINGS[i % THINGS.length]!
    const category = ([1, 2, 3, 4, 4, 5] as const)[i % 6]!
    return {
      question: i % 2 === 0 ? `Where did Ines buy the ${thing}?` : `When did Tomas buy a ${thing}?`,
      category,
      evidence: [`D${(i % 4) + 1}:${(i % 10) + 1}`],
      ...(category === 5 ? { adversarial_answer: 'x' } : { answer: PLACES[i % PLACES.length] }),
    }
  })
  mkdirSync(join(folder, 'locomo-audit'), { recursive: true })
  writeFileSync(join(folder, 'locomo10.json'), JSON.stringify([{ sample_id: name, conversation, qa }]))
  writeFileSync(join(folder, 'locomo-audit', 'issues.json'), JSON.stringify({ issues: [] }))
  return texts
}
