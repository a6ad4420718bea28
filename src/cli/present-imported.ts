import type { ImportedBank } from '../index.ts'
import { aligned } from './columns.ts'
import type { Terminal } from './terminal.ts'
import { counted, oneLine } from './words.ts'

/** What an import has put into a bank, under the name of the bank. */
export type Row = { bank: string; added: number; known: number; blank: number }

/** What an import did, for people. */
export async function importedText(banks: readonly Row[], { columns, style }: Terminal): Promise<string> {
  if (banks.length === 0) return 'Nothing was added.\n'
  const [only, ...more] = banks
  if (only && more.length === 0) return `${style('green', sentence(only))}\n`
  const rows = banks.map(({ bank, added, known, blank }) =>
    [bank, added, known, blank].map((cell) => oneLine(cell.toLocaleString('en'))),
  )
  const titles = [{ title: 'bank' }, ...['added', 'known', 'blank'].map((title) => ({ title, right: true }))]
  const lines: string[] = []
  for await (const line of aligned(titles, rows, { width: columns, title: (text) => style('dim', text) }))
    lines.push(line)
  const added = banks.reduce((total, bank) => total + bank.added, 0)
  lines.push(
    `${style('green', `${added === 0 ? 'Nothing new' : `${counted(added, 'turn')} added`} in ${banks.length} banks.`)}\n`,
  )
  return lines.join('')
}

function sentence({ bank, added, known, blank }: Row): string {
  const name = oneLine(bank)
  const notes = blank > 0 ? ` (${counted(blank, 'turn')} without words left out)` : ''
  if (added === 0)
    return `Nothing new: bank ${name} has ${known === 1 ? 'this turn' : `all ${counted(known, 'turn')}`} already${notes}.`
  return `${counted(added, 'turn')} added to bank ${name}${known > 0 ? `, ${known.toLocaleString('en')} known already` : ''}${notes}.`
}

/** Adds what one file brought to what others did. */
export function sum(before: ImportedBank | undefined, now: ImportedBank): ImportedBank {
  return {
    bank: now.bank,
    added: (before?.added ?? 0) + now.added,
    known: (before?.known ?? 0) + now.known,
    blank: (before?.blank ?? 0) + now.blank,
  }
}
