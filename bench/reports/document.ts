/** A report as a value, from which Markdown and HTML are made. */
export type Block =
  | { readonly type: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly type: 'paragraph'; readonly text: string }
  | { readonly type: 'list'; readonly items: readonly string[] }
  | {
      readonly type: 'table'
      readonly head: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }
  | { readonly type: 'plot'; readonly name: string; readonly caption: string; readonly svg: string }

/** Plots are files of their own, `NAME.svg` in the given folder. */
export function toMarkdown(blocks: readonly Block[], { plots }: { readonly plots: string }): string {
  return `${blocks.map((block) => markdownOf(block, plots)).join('\n\n')}\n`
}

function markdownOf(block: Block, plots: string): string {
  switch (block.type) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${block.text}`
    case 'paragraph':
      return block.text
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n')
    case 'table':
      return [block.head, block.head.map(() => '---'), ...block.rows].map(markdownRow).join('\n')
    case 'plot':
      return `![${block.caption}](${plots}/${block.name}.svg)`
    default:
      return unreachable(block)
  }
}

function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** One page that holds all it needs: plots inline, no script, nothing fetched. */
export function toHtml(blocks: readonly Block[], { title }: { readonly title: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${contents(blocks)}
${blocks.map(htmlOf).join('\n')}
</body>
</html>
`
}

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; margin: 1rem 0 }
th, td { border-bottom: 1px solid #ddd; padding: 0.25rem 0.6rem; text-align: left; white-space: nowrap }
th { position: sticky; top: 0; background: #f6f6f6 }
figure { margin: 1rem 0; overflow-x: auto }
figcaption { color: #555 }
svg { max-width: 100%; height: auto }
`

function contents(blocks: readonly Block[]): string {
  const heads = blocks.flatMap((block) => (block.type === 'heading' && block.level === 2 ? [block.text] : []))
  const items = heads.map((text) => `<li><a href="#${anchorOf(text)}">${escaped(text)}</a></li>`)
  return `<nav><ul>${items.join('')}</ul></nav>`
}

function htmlOf(block: Block): string {
  switch (block.type) {
    case 'heading':
      return `<h${block.level} id="${anchorOf(block.text)}">${escaped(block.text)}</h${block.level}>`
    case 'paragraph':
      return `<p>${escaped(block.text)}</p>`
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`
    case 'table':
      return `<div class="wide"><table><thead>${htmlRow('th', block.head)}</thead><tbody>${block.rows
        .map((row) => htmlRow('td', row))
        .join('')}</tbody></table></div>`
    case 'plot':
      return `<figure>${block.svg}<figcaption>${escaped(block.caption)}</figcaption></figure>`
    default:
      return unreachable(block)
  }
}

function htmlRow(cell: 'th' | 'td', cells: readonly string[]): string {
  return `<tr>${cells.map((text) => `<${cell}>${escaped(text)}</${cell}>`).join('')}</tr>`
}

function anchorOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

function unreachable(block: never): never {
  throw new TypeError(`Cannot write a block of an unknown type: ${JSON.stringify(block)}`)
}
