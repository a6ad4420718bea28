import type { TurnInput } from '../../../src/api.ts'
import { neutralise } from '../../../src/llm/neutralise.ts'

/** Turns as a flat list, each with its day and speaker and no other coordinate; quoted, so that none can pose as a prompt. */
export function flatBlock(turns: readonly TurnInput[]): string {
  return ['<records>', ...turns.map(flatLine), '</records>'].join('\n')
}

export function flatLine({ id, time, speaker, text }: TurnInput): string {
  const said =
    typeof time === 'string' ? time.slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ') : 'undated'
  return `turn ${neutralise(id ?? '')}, ${said}, ${neutralise(speaker)}: ${neutralise(String(text))}`
}
