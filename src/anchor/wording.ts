import type { TextSpan } from '../language/sentences.ts'

/** Whether a turn says something: it holds a word beside addresses and references to images. A caption is words. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text.replace(IMAGE_REFERENCE, ' ').replace(ADDRESS, ' ').replace(DATA, ' '))
}

/** The stretches of a text between data (base64, keys), which is no language and would outgrow the text in every index. */
export function betweenData(text: string): readonly TextSpan[] {
  const spans: TextSpan[] = []
  let start = 0
  for (const data of text.matchAll(DATA)) {
    if (start < data.index) spans.push({ start, end: data.index })
    start = data.index + data[0].length
  }
  if (start < text.length) spans.push({ start, end: text.length })
  return spans
}

/** Whether the turn shows a picture, by the mark under which content parts are written or by an address of one. */
export function sharesImage(text: string): boolean {
  return /\[image:|!\[[^\]]*\]\(|\bhttps?:\/\/\S+\.(?:jpe?g|png|gif|webp|heic|svg)\b|\bdata:image\//i.test(
    text,
  )
}

/** An address or nothing where the caption would stand. */
const IMAGE_REFERENCE = /\[image: (?:no description|\S*[/:]\S*)\]/g
const ADDRESS = /\b(?:https?|ftp|file|s3|data):[^\s"'<>]+/g
/** Runs of more than 256 characters without a space; scripts that have none are excepted. */
const DATA = /[\x21-\x7e]{257,}/g
