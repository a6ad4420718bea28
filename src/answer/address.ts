/** A text without the names by which it addresses somebody: “Yeah, Ana, my family is great”, “Hey Ben!” */
export function withoutAddress(text: string): string {
  return text.replace(ADDRESS, ' ')
}

/** A text without the names by which its speaker ends what they say to a listener: “I miss my sister, Bob.” */
export function withoutListeners(text: string, listeners: readonly string[]): string {
  return listeners
    .flatMap((name) => [name, name.split(' ', 1)[0]!])
    .reduce((rest, name) => (rest.includes(name) ? dropAddressed(rest, name) : rest), text)
}

/** Set off by a comma at the beginning or the end of what is said. */
function dropAddressed(text: string, name: string): string {
  const written = name.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
  return text
    .replace(new RegExp(`,\\s*${written}(?=\\s*(?:[.!?;:–—]|$))`, 'gu'), '')
    .replace(new RegExp(`(?<=^\\W*|[.!?;]\\s*)${written},\\s*`, 'gu'), '')
}

/** A name set off by marks on both sides, or at the beginning or end of what is said. */
const ADDRESS =
  /(?<=^\W*|[,;:–—!?.]\s*|^\W*(?:hey|hi|hello|yeah|yes|no|oh|wow|thanks|thank you|ok|okay|sure|aw|aww|cool|great|sorry),? )\p{Lu}[\p{L}'’-]*(?=\s*[,;:!?.–—]|\s*$)/giu
