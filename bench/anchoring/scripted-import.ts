import { written } from '../../src/anchor/window/trial-window.ts'
import type { NewTurn } from '../../src/store/store.ts'

const THINGS =
  'bees ducks wine tools rope paint seeds boots coal maps lamps glue nails bikes oars kites'.split(' ')
const PLACES = 'shed cellar attic barn garage hut loft yard'.split(' ')

/** Ten turns a session, a session a day. */
export function turns(count: number): readonly NewTurn[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `t${index + 1}`,
    session: `s${Math.floor(index / 10)}`,
    speaker: index % 2 === 0 ? 'Ada' : 'Ben',
    text: `I keep ${sayOf(index)}, and I am rather fond of how it looks there. How are things with you?`,
    time: new Date(Date.UTC(2030, 0, 1 + Math.floor(index / 10), 9, index % 10)).toISOString(),
    timeInferred: false,
    role: undefined,
    metadata: undefined,
  })) as unknown as readonly NewTurn[]
}

const sayOf = (index: number) =>
  `${THINGS[index % THINGS.length]} in the ${PLACES[Math.floor(index / THINGS.length) % PLACES.length]}`

/** A unit for every third turn that is not shown for its surroundings only. */
export function unitsFor(prompt: string): string {
  const lines = [...prompt.matchAll(/^\{"id":"t(\d+)","time":"[\d:]+","speaker":"(\w+)"/gmu)]
  const units = lines
    .filter((_, index) => index % 3 === 0)
    .map(([, number, speaker]) =>
      written(`${speaker} keeps ${sayOf(Number(number) - 1)}.`, [`t${number}`], { persons: [speaker!] }),
    )
  return JSON.stringify({ units })
}
