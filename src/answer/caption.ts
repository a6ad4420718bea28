import { stem } from '../language/stem.ts'

/** Whether a clause is what a caption shows: “[image: a brown horse in a field]”. */
export function isCaption({
  turn,
  start,
}: {
  readonly turn: { readonly text: string }
  readonly start: number
}): boolean {
  return opensCaption(turn.text.slice(0, start))
}

/** Whether a text ends where a caption begins. */
export function opensCaption(before: string): boolean {
  return /\[image:\s*$/u.test(before)
}

/** Words for a picture, as stems. */
export const PICTURE: readonly string[] = ['photo', 'picture', 'image', 'photograph', 'snapshot'].map(stem)
