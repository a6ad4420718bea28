import { z } from 'zod'

const part = z.union([
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) }),
  z.strictObject({ type: z.literal('image'), url: z.string().optional(), caption: z.string().optional() }),
])

/** The words of a turn, or the content parts of a chat message. */
export const turnText = z.union([z.string(), part, z.array(part)], {
  error: 'a text is a string or content parts like { "type": "text", "text": "…" }',
})

/**
 * Writes content parts as one text: an image stands as `[image: caption or address]`, so that it keeps its place.
 *
 * NUL characters become U+FFFD, as no store keeps them in text.
 */
export function plainText(text: z.infer<typeof turnText>): string {
  const parts =
    typeof text === 'string' ? [{ type: 'text' as const, text }] : Array.isArray(text) ? text : [text]
  return parts.map(partText).join('\n').replaceAll('\u0000', '\uFFFD')
}

function partText(content: z.infer<typeof part>): string {
  if (content.type === 'text') return content.text
  if (content.type === 'image_url') return `[image: ${content.image_url.url}]`
  return `[image: ${[content.caption, content.url].filter(Boolean).join(' ') || 'no description'}]`
}
