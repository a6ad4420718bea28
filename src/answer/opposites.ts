import { stem } from '../language/stem.ts'

/** Pairs of which one denies the other when both are said of one thing. */
const PAIRS = `
pass fail|win lose|open close|open shut|accept refuse|accept reject|accept decline|alive dead|married single
married divorced|arrive leave|remember forget|find lose|agree disagree|agree refuse|allow forbid|full empty|hire fire
hot cold|vegetarian meat|buy sell|keep sell|rise fall|up down|on off|finish quit|cancel hold|awake asleep|begin cancel
succeed fail|approve reject|renew cancel|indoors outdoors|inside outside|early late|true false|clean dirty|wet dry|work broken|catch miss`

const opposites = new Map<string, Set<string>>()
for (const pair of PAIRS.split(/[|\n]/u)) {
  const [a, b] = pair.trim().split(' ').map(stem)
  if (a === undefined || b === undefined) continue
  opposites.set(a, (opposites.get(a) ?? new Set()).add(b))
  opposites.set(b, (opposites.get(b) ?? new Set()).add(a))
}

/** Whether one stem denies the other: [pass, fail]. */
export function opposed(a: string, b: string): boolean {
  return opposites.get(a)?.has(b) ?? false
}
