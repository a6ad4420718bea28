/** Writes `src/store/views/dense-view-wasm.ts`: npx tsx scripts/dense-kernel/build.ts */
import { writeFile } from 'node:fs/promises'
import { compileDenseKernel } from './compile.ts'

const base64 = Buffer.from(await compileDenseKernel()).toString('base64')
const lines = base64.match(/.{1,100}/g)!.map((line) => `  '${line}'`)
const text = `/** \`scripts/dense-kernel/dense-kernel.wat\`, compiled by \`build.ts\` beside it; not edited by hand. */
export const DENSE_KERNEL_BASE64 =
${lines.join(' +\n')}
`
await writeFile(new URL('../../src/store/views/dense-view-wasm.ts', import.meta.url), text)
