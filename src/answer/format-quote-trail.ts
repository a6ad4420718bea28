import type { QuoteTrail, TrailQuote } from './quote-trail.ts'

/**
 * Writes a quote trail as Markdown: each claim with its quotes, and whose words they are, when, and where they stand.
 *
 * Recalled text is escaped, so that it reads as it was said and can be neither markup nor a line of the trail's own.
 */
export function formatQuoteTrail({ question, answered, answer, claims }: QuoteTrail): string {
  const head = [
    '# Quote trail',
    `**Question:** ${inline(question)}`,
    `**${answered ? 'Answer' : 'No answer'}:** ${inline(answer)}`,
  ]
  const parts = claims.map(({ text, quotes }, index) =>
    [`## ${index + 1}. ${inline(text)}`, ...quotes.map(writeQuote)].join('\n\n'),
  )
  return `${[...head, ...parts].join('\n\n')}\n`
}

function writeQuote({ text, turn, speaker, time, session, episode }: TrailQuote): string {
  const lines = text.split(LINE_BREAK).map((line) => `> ${escaped(line)}`)
  const from = [
    inline(speaker),
    time,
    `session ${inline(session)}`,
    `turn ${inline(turn)}`,
    ...(episode === undefined ? [] : [`episode ${inline(episode)}`]),
  ].join(', ')
  // Two blanks break the line within a quotation.
  return [...lines.map((line) => `${line}  `), `> — ${from}`].join('\n')
}

const LINE_BREAK = /\r\n|[\n\r\u2028\u2029\u0085\v\f]/u

function inline(text: string): string {
  return text.split(LINE_BREAK).map(escaped).join(' ')
}

/** Whatever Markdown or HTML would take for markup, within a line and at its beginning. */
function escaped(line: string): string {
  return line
    .replace(/[\\`*_[\]<>#|~&$]/gu, '\\$&')
    .replace(/^(\s*)([-+=>]|\d+(?=[.)]))/u, (_, blank, mark) =>
      /\d/u.test(mark) ? `${blank}${mark}\\` : `${blank}\\${mark}`,
    )
}
