import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { BENCHES } from '../registry.ts'
import { type Block, toHtml, toMarkdown } from './document.ts'
import { reportDocument } from './report-document.ts'
import { openResultFolder } from './result-folder.ts'

/**
 * Writes the report of all that a folder keeps: `report.md` with its plots beside it, and `report.html`, one page.
 *
 * @param copy A Markdown file to write a choice of the figures to, as `docs/results.md`; its plots go to `docs/results/`.
 * @returns The files.
 * @throws {RangeError} If the folder keeps nothing.
 */
export async function writeReports(folder: string, copy?: string): Promise<readonly string[]> {
  const results = openResultFolder(folder).all()
  if (results.length === 0) throw new RangeError(`Cannot write a report as ${folder} keeps no result`)
  const blocks = await reportDocument(results, BENCHES)
  const html = join(folder, 'report.html')
  writeFileSync(html, toHtml(blocks, { title: 'Reinstate: results' }))
  const files = [join(folder, 'report.md'), html]
  writeMarkdown(join(folder, 'report.md'), blocks)
  if (copy === undefined) return files
  writeMarkdown(copy, await reportDocument(results, BENCHES, 'short'))
  return [...files, copy]
}

function writeMarkdown(file: string, blocks: readonly Block[]): void {
  const plots = basename(file, '.md')
  const folder = join(dirname(file), plots)
  mkdirSync(dirname(file), { recursive: true })
  rmSync(folder, { recursive: true, force: true })
  for (const block of blocks) {
    if (block.type !== 'plot') continue
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${block.name}.svg`), block.svg)
  }
  writeFileSync(file, toMarkdown(blocks, { plots }))
}
