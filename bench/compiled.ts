import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CACHE_FOLDER } from './embedding-cache.ts'
import { ROOT } from './root.ts'

/** Scripts compiled as the package is, so that what is timed is what users install. */
export type Compiled = Disposable & {
  /** The compiled file of a source file. */
  script(source: string): string
}

/**
 * Compiles scripts with all that they import to a folder of their own, which is removed in the end.
 *
 * A loader that keeps the names of functions makes every closure dearer: a fifth of the appends in a second.
 *
 * @param sources Paths from the root, as `bench/speed/stage-process.ts`.
 * @throws {Error} If they do not compile, with what the compiler says.
 */
export async function compiled(sources: readonly string[]): Promise<Compiled> {
  mkdirSync(CACHE_FOLDER, { recursive: true })
  // Inside of the root, where packages are found.
  const folder = mkdtempSync(join(CACHE_FOLDER, 'compiled-'))
  const dispose = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', dispose)
  try {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings(sources)))
    await promisify(execFile)(process.execPath, [COMPILER, '-p', folder], { cwd: ROOT })
  } catch (error) {
    dispose()
    const { stdout = '' } = error as { stdout?: string }
    throw new Error(`Cannot compile ${sources.join(', ')}: ${stdout}`, { cause: error })
  }
  // Found beside the code.
  symlinkSync(join(ROOT, 'models'), join(folder, 'models'))
  return {
    script: (source) => join(folder, source.replace(/\.ts$/u, '.js')),
    [Symbol.dispose]: dispose,
  }
}

const COMPILER = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')

function settings(sources: readonly string[]) {
  return {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      // Types are checked elsewhere.
      noCheck: true,
      allowImportingTsExtensions: false,
      rootDir: ROOT,
      outDir: '.',
      typeRoots: [join(ROOT, 'node_modules', '@types')],
    },
    include: [],
    files: sources.map((source) => join(ROOT, source)),
  }
}
