import type { Embedder } from '../../src/embed/embedder.ts'
import { openMemory } from '../../src/memory.ts'
import type { DayRange } from '../../src/model/day-range.ts'
import type { MemoryUnit, UnitId } from '../../src/model/memory-unit.ts'
import { EVERY_TURN } from '../../src/store/store.ts'
import { bankOf } from '../retrieval/bank-of.ts'
import { rememberingStore } from '../retrieval/remembering-store.ts'
import { type Content, contentOfQuestion, contentOfUnit, type JudgedUnit, judgeOf } from './distractor.ts'
import { type Exam, LABELS, type Label, type LabelledQuestion, type Labels } from './questions.ts'
import { reinstated } from './variants/reinstated.ts'
import type { Asked, Ranked, RecalledBank, Variant } from './variants/variant.ts'

/** What one way to recall gave for a question, judged by each set of labels that holds the question. */
export type Seen = Readonly<Record<Labels, readonly JudgedUnit[]>>

/** What was seen of one question. Labels meet rankings here and nowhere earlier. */
export type Observation = {
  readonly question: LabelledQuestion
  /** Whether cue guard and range both held in the full system; the same for every way to recall. */
  readonly triggered: boolean
  /** The range that the full system searched, with its buffer. */
  readonly searched: DayRange | undefined
  /** Units that are drawn from an evidence turn. */
  readonly evidenceUnits: Readonly<Record<Labels, readonly MemoryUnit[]>>
  readonly seen: Readonly<Record<string, Seen>>
  /** What was answered without a model, by way to recall; empty where nothing was asked for, and where it abstained. */
  readonly said: Readonly<Record<string, string>>
}

/** What a way to recall gave, for those who keep it: the units as they truly are. */
export type Watcher = (
  question: LabelledQuestion,
  ranked: Readonly<Record<string, Ranked>>,
  bank: JudgingBank,
) => Promise<void> | void

/** A bank and what its units truly are: the judges' side of it. */
export type JudgingBank = RecalledBank & {
  readonly contents: ReadonlyMap<UnitId, Content>
  readonly drawnFrom: ReadonlyMap<string, readonly MemoryUnit[]>
}

export type ObserveOptions = {
  readonly embedder: Embedder
  readonly onProgress: (line: string) => void
  readonly watch?: Watcher | undefined
  /** Ways to answer without a model, told as `said`; default: none. */
  readonly answers?: Readonly<Record<string, AnsweringWay>> | undefined
}

/** A way to answer a question out of the evidence's own words; empty where it abstains. */
export type AnsweringWay = (asked: Asked, bank: RecalledBank) => Promise<string>

/**
 * Ways to recall by name; made for each bank, so that one may prepare what it recalls from.
 *
 * @param closeLater Is given what is to be closed once the bank's questions were asked.
 */
export type VariantsOf = (
  bank: RecalledBank,
  closeLater: (opened: AsyncDisposable) => void,
) => Promise<Readonly<Record<string, Variant>>>

/** Asks each question of each conversation in several ways, and judges what came of it. */
export async function observe(
  exams: readonly Exam[],
  variantsOf: VariantsOf,
  options: ObserveOptions,
): Promise<readonly Observation[]> {
  const observed: Observation[] = []
  for (const exam of exams) {
    options.onProgress(`locomo ${exam.id}: ${exam.turns.length} turns, ${exam.questions.length} questions`)
    const store = rememberingStore(await bankOf(exam.turns, options.embedder))
    await using memory = await openMemory(store, { embedder: options.embedder })
    const bank = await judgingBank({ memory, store })
    const opened: AsyncDisposable[] = []
    const { watch, answers } = options
    const variants = await variantsOf(bank, (each) => opened.push(each))
    for (const question of exam.questions)
      observed.push(await observeOne(question, variants, { bank, watch, answers }))
    for (const each of opened) await each[Symbol.asyncDispose]()
  }
  return observed
}

async function observeOne(
  question: LabelledQuestion,
  variants: Readonly<Record<string, Variant>>,
  { bank, watch, answers = {} }: { bank: JudgingBank } & Pick<ObserveOptions, 'watch' | 'answers'>,
): Promise<Observation> {
  const full = await reinstated(question.asked, bank)
  // Several names may stand for one way, which is asked once.
  const found = new Map<Variant, Ranked>([[reinstated, full]])
  for (const variant of Object.values(variants))
    if (!found.has(variant)) found.set(variant, await variant(question.asked, bank))
  const ranked = Object.fromEntries(
    Object.entries(variants).map(([name, variant]) => [name, found.get(variant)!]),
  )
  const said: Record<string, string> = {}
  for (const [name, answer] of Object.entries(answers)) said[name] = await answer(question.asked, bank)
  await watch?.(question, ranked, bank)
  const { trace, frame } = full.recollection
  const judges = judgesOf(question, contentOfQuestion(frame), bank)
  const names = Object.keys(variants)
  return {
    question,
    triggered: trace.guard === 'grounded' && trace.range !== undefined,
    searched: trace.bufferedRange,
    evidenceUnits: {
      official: evidenceUnitsOf(question.labels.official, bank),
      clean: evidenceUnitsOf(question.labels.clean, bank),
    },
    seen: Object.fromEntries(names.map((name) => [name, seenOf(ranked[name]!, judges)])),
    said,
  }
}

/** How the units recalled for one question are judged; undefined under labels that leave it out. */
type Judges = Readonly<
  Record<Labels, ((id: UnitId, takenFor: MemoryUnit | undefined) => JudgedUnit) | undefined>
>

/** Ways to recall find much the same units: each is judged once, unless it is taken for another. */
function judgesOf({ labels }: LabelledQuestion, asked: Content, bank: JudgingBank): Judges {
  const { timeZone } = bank.memory.bank
  const by = (label: Label | undefined): Judges[Labels] => {
    if (label === undefined) return undefined
    const evidence = evidenceUnitsOf(label, bank).map(({ id }) => bank.contents.get(id)!)
    const judge = judgeOf({ context: label, contents: [asked, ...evidence], timeZone })
    const known = new Map<UnitId, JudgedUnit>()
    return (id, takenFor) => {
      if (takenFor !== undefined) return judge(takenFor, contentKept(takenFor))
      const judged = known.get(id) ?? judge(bank.units.get(id)!, bank.contents.get(id))
      known.set(id, judged)
      return judged
    }
  }
  return Object.fromEntries(LABELS.map((name) => [name, by(labels[name])])) as Judges
}

function seenOf({ units, takenFor }: Ranked, judges: Judges): Seen {
  const by = (judge: Judges[Labels]) =>
    judge === undefined ? [] : units.map((id) => judge(id, takenFor?.(id)))
  return Object.fromEntries(LABELS.map((name) => [name, by(judges[name])])) as Record<Labels, JudgedUnit[]>
}

const contents = new WeakMap<MemoryUnit, Content>()

function contentKept(unit: MemoryUnit): Content {
  const content = contents.get(unit) ?? contentOfUnit(unit)
  contents.set(unit, content)
  return content
}

function evidenceUnitsOf(label: Label | undefined, { drawnFrom }: JudgingBank): MemoryUnit[] {
  return [...(label?.turns ?? [])].flatMap((turn) => drawnFrom.get(turn) ?? [])
}

async function judgingBank(opened: Pick<RecalledBank, 'memory' | 'store'>): Promise<JudgingBank> {
  const units = new Map<UnitId, MemoryUnit>()
  const drawnFrom = new Map<string, MemoryUnit[]>()
  for await (const { unit } of opened.store.units({ ...EVERY_TURN, keys: undefined })) {
    units.set(unit.id, unit)
    for (const turn of unit.sources) drawnFrom.set(turn, [...(drawnFrom.get(turn) ?? []), unit])
  }
  const contents = new Map([...units].map(([id, unit]) => [id, contentOfUnit(unit)]))
  return { ...opened, units, contents, drawnFrom }
}
