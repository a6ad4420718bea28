import { stemmer } from 'stemmer'

/**
 * The stem of a lower-cased word by Porter's rules, and by what NLTK adds to them in its default mode where that decides
 * which words share a stem: short words and a few irregular ones (“dies” and “die”). Its other additions only spell stems
 * otherwise (“play” for “plai”).
 */
export function porterStem(word: string): string {
  const irregular = IRREGULAR.get(word)
  if (irregular !== undefined) return irregular
  if (word.length <= 2) return word
  if (/^[a-z](?:ies|ied)$/u.test(word)) return word.slice(0, -1)
  return stemmer(word)
}

/** Words that NLTK looks up before it applies a rule. */
const IRREGULAR = new Map([
  ['skies', 'sky'],
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
  ['innings', 'inning'],
  ['outings', 'outing'],
  ['cannings', 'canning'],
  ...['sky', 'news', 'inning', 'outing', 'canning', 'howe', 'proceed', 'exceed', 'succeed'].map(
    (word) => [word, word] as const,
  ),
])
