import type { Bench } from './registry-entry.ts'

export type Listed = {
  readonly name: string
  readonly what: string
  readonly from: Bench['from']
  readonly model: Bench['model']
  /** Minutes of what needs no model, on two cores: vectors still to be made, and kept. */
  readonly coldMinutes: number
  readonly warmMinutes: number
  /** Calls of models with everything on; absent where there are none, or no data to reckon them from. */
  readonly calls?: { readonly least: number; readonly most: number }
  /** Whether `all` runs it. */
  readonly inAll: boolean
}

/** The benches with their costs: as values, and as lines for a terminal. */
export function listed(benches: readonly Bench[], data: string | undefined) {
  const list = benches.map((bench): Listed => {
    const { name, what, from, model, cost, inAll } = bench
    const { coldMinutes, warmMinutes } = cost
    const calls = data === undefined ? undefined : cost.calls?.(data)
    return {
      name,
      what,
      from,
      model,
      coldMinutes,
      warmMinutes,
      ...(calls && { calls }),
      inAll: inAll !== undefined,
    }
  })
  const width = Math.max(...list.map(({ name }) => name.length)) + 2
  return {
    benches: list,
    lines: list.flatMap((each) => [
      `${each.name.padEnd(width)}${each.what}`,
      `${''.padEnd(width)}${costOf(each)}`,
    ]),
  }
}

function costOf({ from, model, coldMinutes, warmMinutes, calls, inAll }: Listed): string {
  const minutes = model === 'needed' ? [] : [`${coldMinutes} min cold, ${warmMinutes} warm`]
  const asked = calls === undefined ? [] : [`with a model ${range(calls)} calls`]
  const needs = model === 'needed' ? ['needs a model'] : model === 'none' ? ['no model'] : []
  return [`from ${from}`, ...needs, ...minutes, ...asked, ...(inAll ? [] : ['not in all'])].join('; ')
}

function range({ least, most }: { least: number; most: number }): string {
  const spell = (count: number) => count.toLocaleString('en')
  return least === most ? spell(least) : `${spell(least)} to ${spell(most)}`
}
