import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** A script that starts in a third of the time of the sources; goes when it is disposed of. */
export type Bundle = AsyncDisposable & { readonly script: string }

/** Makes one script of the writer, inside `node_modules`, so that packages are found from it. */
export async function bundleWriter(): Promise<Bundle> {
  const folder = join(repository, 'node_modules', '.cache', `durability-${process.pid}`)
  await build({
    root: repository,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: fileURLToPath(new URL('./writer.ts', import.meta.url)),
      outDir: folder,
      minify: false,
      copyPublicDir: false,
    },
  })
  return {
    script: join(folder, 'writer.js'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
