import { stem } from '../language/stem.ts'

/**
 * Everyday things that stand in for one another, a class a line: who switches to one of them leaves another of its
 * line, though neither the class nor what was left is named. Only classes of which people tend to use one at a time.
 */
const LINES = `
cotton linen silk wool polyester flannel satin bamboo fleece denim leather nylon velvet hemp cashmere
coffee tea espresso cappuccino latte matcha cocoa chicory decaf rooibos kombucha
beer wine cider whisky whiskey gin vodka rum
milk oat soy almond cream
butter margarine lard ghee
sugar honey stevia saccharin sweetener
bus train tram bike bicycle car ferry metro subway scooter taxi moped
petrol diesel electric hybrid
gas oil electricity coal pellets
wood steel glass plastic bamboo aluminium aluminum porcelain ceramic iron copper
piano violin viola cello guitar flute oboe clarinet saxophone trumpet trombone harp drums banjo mandolin lute accordion ukulele
spanish french german italian portuguese dutch swedish norwegian danish finnish polish russian arabic japanese korean mandarin chinese turkish greek welsh irish hindi
football rugby tennis squash badminton basketball volleyball hockey cricket golf baseball handball
running swimming cycling rowing yoga pilates climbing boxing judo karate
vegan vegetarian pescatarian keto carnivore
cash card cheque
paperback ebook audiobook
iphone android
windows mac linux macos ubuntu
glasses contacts lenses`

const lineOf = new Map<string, Set<number>>()
for (const [index, line] of LINES.trim().split('\n').entries()) {
  for (const word of line.split(' ')) {
    const term = stem(word)
    lineOf.set(term, (lineOf.get(term) ?? new Set()).add(index))
  }
}

/** Whether two different stems name things of which one takes the place of the other: [cotton, linen]. */
export function areAlike(a: string, b: string): boolean {
  if (a === b) return false
  const lines = lineOf.get(a)
  return lines !== undefined && [...(lineOf.get(b) ?? [])].some((line) => lines.has(line))
}
