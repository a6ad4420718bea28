import { describe, expect, it } from 'vitest'
import { textPieces } from './text-pieces.ts'

function told(pieces: readonly string[], whole: string | undefined): readonly string[] {
  const said: string[] = []
  const stream = textPieces((text) => said.push(text))
  for (const piece of pieces) stream.piece(piece)
  if (whole !== undefined) stream.complete(whole)
  return said
}

describe('pieces of a text', () => {
  it.each<[string, string[], string, string[]]>([
    ['are passed on as they come', ['in ', 'the shed'], 'in the shed', ['in ', 'the shed']],
    ['get what was added at the end', ['on ', 'Friday'], 'on Friday (2 May)', ['on ', 'Friday', ' (2 May)']],
    ['are the whole where none came', [], 'in the shed', ['in the shed']],
    ['begin without white space', [' \n', ' in', ' the shed'], 'in the shed', ['in', ' the shed']],
    ['are left as they are where the text turned out otherwise', ['in the'], 'by the sea', ['in the']],
  ])('%s', (_, pieces, whole, expected) => expect(told(pieces, whole)).toEqual(expected))

  it('are all there is where there is no answer', () => {
    expect(told(['in the'], undefined)).toEqual(['in the'])
  })

  it('need no listener', () => {
    const stream = textPieces(undefined)
    stream.piece('in')
    expect(() => stream.complete('in the shed')).not.toThrow()
  })
})
