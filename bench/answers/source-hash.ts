import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf } from '../replies/reply-folder.ts'
import { ROOT } from '../root.ts'

/** Names the code that answers: an answer that other code gave is not taken for this one's. */
export function sourceHash(): string {
  const folders = ['src', join('bench', 'answers', 'protocols')]
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => join(folder, name)),
  )
  return hashOf(files.sort().map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]))
}
