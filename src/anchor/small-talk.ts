import { contentWords } from '../language/content-words.ts'
import type { Name } from '../language/names.ts'
import { foldText } from '../language/terms.ts'

/**
 * Whether a text only greets, thanks, praises, agrees or asks to be remembered: no word in it is about anything.
 * Names of persons do not count (“Thanks, Mel!”), other names and numbers do.
 */
export function isSmallTalk(text: string, found: readonly Name[]): boolean {
  if (text.length > LONGEST_SMALL_TALK || /\p{N}/u.test(text)) return false
  if (found.some((name) => name.kind !== 'person')) return false
  const people = new Set(found.flatMap((name) => foldText(name.text).split(' ')))
  return contentWords(text).every((word) => {
    const folded = foldText(word).replace(/['’]/g, '')
    return PHATIC.has(folded) || people.has(folded)
  })
}

/** Characters; nobody exchanges courtesies at greater length without saying something. */
const LONGEST_SMALL_TALK = 200

const PHATIC: ReadonlySet<string> = new Set(
  `hello hiya howdy bye goodbye yo yep yup ya nope nah aw aww ah haha hahaha hehe lol omg hmm mm ugh oops yay woohoo whoa woah oof phew
  thanks thank thx appreciate welcome congrats congratulations cheers sorry please
  great awesome amazing cool nice wonderful lovely fantastic good excellent incredible impressive inspiring sweet perfect brilliant
  interesting fun happy glad proud excited fine well best better
  sounds sound looks look looking forward hear hearing heard see seeing seen talk talking chat catch speak tell told say said know
  sure absolutely definitely totally exactly indeed course right true agree agreed really pretty super quite always never ever
  think guess bet hope wish mean feel understand remember note mind forget keep going doing go goes get got make makes made come
  let take care way thing things stuff something everything anything one time times long lately day today tonight night morning
  afternoon evening weekend week soon later again back new much many more lot lots bit little kind like love
  gonna wanna gotta job work luck up down around man dude buddy bro friend friends guys everyone god gosh
  favorite support deserve deserved keep cant wait anytime problem worries matter idea question questions`.split(
    /\s+/u,
  ),
)
