import type { TurnInput } from '../../src/api.ts'

export type Batch = { readonly batch: number; readonly place: number; readonly size: number }

/** A turn whose one own word is its id. */
export function writerTurn(writer: string, { batch, place, size }: Batch): TurnInput {
  const id = `${writer}x${batch}x${place}`
  return {
    id,
    session: `${writer} ${Math.floor(batch / 20)}`,
    speaker: batch % 2 === 0 ? 'Ada' : 'Bo',
    text: `The parcel with the number ${id} came this morning.`,
    time: new Date(1_700_000_000_000 + batch * 60_000),
    metadata: { batch: `${writer}x${batch}`, size },
  }
}
