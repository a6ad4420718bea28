import type { ResolvedRecall } from './input/options.ts'
import type { Embedder } from './embed/embedder.ts'
import type { Evidence } from './model/evidence.ts'
import type { RecallFrame } from './model/recall-frame.ts'
import type { Recollection } from './model/recollection.ts'
import { analyse } from './language/terms.ts'
import type { Store } from './store/store.ts'
import { dayNumber } from './time/day-range.ts'

export async function recall(frame: RecallFrame, options: ResolvedRecall, { store, embedder }: { store: Store; embedder: Embedder }): Promise<{ recollection: Recollection; termWeights: ReadonlyMap<string, number> }> {
  const terms = [...new Set(analyse(frame.question.slice(0, 2000)))]
  const [vector] = terms.length > 0 ? await embedder.embed([frame.question], 'question') : []
  const f = options.filter
  const grounded = frame.time.status === 'grounded' ? frame.time : undefined
  const found = terms.length === 0 ? undefined : await store.search({
    terms: terms.map((term) => ({ term, weight: 1 })),
    vectors: vector ? [vector] : [],
    persons: [],
    scope: {
      firstDay: f.during && dayNumber(f.during.first), lastDay: f.during && dayNumber(f.during.last),
      notAfter: f.notAfter === undefined ? undefined : Date.parse(f.notAfter),
      sessions: f.session === undefined ? undefined : [store.facts.sessionNumber(f.session) ?? -1],
      speakers: f.speaker === undefined ? undefined : [store.facts.speakerNumber(f.speaker) ?? -1],
      keys: undefined,
    },
    context: grounded && { ranges: grounded.readings.map((r) => ({ first: dayNumber(r.first), last: dayNumber(r.last) })), bufferDays: 5, bySession: true, byEventTime: true },
    depth: 100,
    lexical: { k1: 0.9, b: 0.4, neighbours: [0.3, 0.1], session: 0.4 },
  })
  const score = (c: { lexical: number; dense: number | undefined }) => c.lexical / 20 + (c.dense ?? 0)
  const order = [...(found?.context ?? []).toSorted((a, b) => score(b) - score(a)), ...(found?.content ?? []).toSorted((a, b) => score(b) - score(a))]
  const keys = [...new Set(order.map((c) => c.key))].slice(0, options.limit)
  const byKey = new Map(order.map((c) => [c.key, c]))
  const units = new Map()
  for await (const { key, unit } of store.units({ ids: undefined, session: undefined, speaker: undefined, during: undefined, notAfter: undefined, metadata: undefined, keys })) units.set(key, unit)
  const turns = new Map()
  for await (const turn of store.turns({ ids: [...units.values()].flatMap((u) => u.sources), session: undefined, speaker: undefined, during: undefined, notAfter: undefined, metadata: undefined })) turns.set(turn.id, turn)
  const evidence: Evidence[] = keys.map((key, i) => {
    const unit = units.get(key)
    const c = byKey.get(key)!
    const inside = !grounded || grounded.readings.some((r) => (c.eventFirst !== undefined && c.eventFirst <= dayNumber(r.last) && c.eventLast! >= dayNumber(r.first)) || (c.sessionFirst <= dayNumber(r.last) && c.sessionLast >= dayNumber(r.first)))
    return { unit, turns: unit.sources.map((id: string) => turns.get(id)), tier: inside ? 'within' : found!.context.some((x) => x.key === key) ? 'near' : 'elsewhere', score: 1 / (1 + i), reason: { lexical: { rank: 1, score: c.lexical }, dense: c.dense === undefined ? undefined : { rank: 1, score: c.dense }, context: undefined, content: undefined, distanceDays: undefined, matchedTerms: [], matchedPersons: [] } }
  })
  const searched = found?.searched ?? 0
  const termWeights = new Map(terms.map((t, i) => [t, Math.log(1 + (searched + 1) / ((found?.unitsWithTerm[i] ?? 0) + 0.5))]))
  return {
    termWeights,
    recollection: {
      question: frame.question, frame, evidence, index: { units: searched, wordsOnly: found?.withoutVector ?? 0 },
      trace: { frame, guard: frame.time.status === 'none' ? 'no-cue' : frame.time.status === 'grounded' ? 'grounded' : 'cue-not-grounded', range: grounded?.range, bufferedRange: grounded?.range, contextList: [], contentList: [], milliseconds: {} },
    },
  }
}
