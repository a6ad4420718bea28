/** A text without the names by which it addresses somebody: “Yeah, Ana, my family is great”, “Hey Ben!” */
export function withoutAddress(text: string): string {
  return text.replace(ADDRESS, ' ')
}

/** A name set off by marks on both sides, or at the beginning or end of what is said. */
const ADDRESS =
  /(?<=^\W*|[,;:–—!?.]\s*|^\W*(?:hey|hi|hello|yeah|yes|no|oh|wow|thanks|thank you|ok|okay|sure|aw|aww|cool|great|sorry),? )\p{Lu}[\p{L}'’-]*(?=\s*[,;:!?.–—]|\s*$)/giu
