import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { setImmediate as nextTurnOfTheLoop } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Embedder } from './embedder.ts'
import { modelFault, openModel, type RunModel } from './onnx-model.ts'
import { meanOfTokens, normalised } from './pooling.ts'
import { readTokenizer, type Tokenise } from './tokenizer.ts'

/**
 * The bundled e5-small-v2 (int8 ONNX, 384 dimensions, English), in process and offline.
 *
 * Questions are prefixed `query: `, passages `passage: `; what exceeds 512 tokens is cut at its end. The vector is the
 * mean over all tokens, L2-normalised. Model and runtime are loaded by the first `embed` and kept.
 *
 * Each text is run alone: the model quantises its activations by the range of the whole input, so that a neighbour in a
 * batch would move a vector by up to 0.02 in a coordinate, and the same text must give the same vector. The price is
 * a sixth of the texts a second. Many texts are run by two threads where there are two processors. Between texts the event loop gets its turn (a text of 37 tokens takes about 7 ms, one of
 * 512 about 140), and the signal is heard.
 *
 * @param options.folder Where `model.onnx` and `tokenizer.json` lie. Default: `models/e5-small-v2` of this package.
 * @throws {NativeModuleError} From `embed`, if the runtime cannot be loaded on this platform.
 * @throws {ReinstateError} From `embed`, code `embedding-model-file`, if a file of the model is missing or damaged.
 * @see Wang et al., “Text Embeddings by Weakly-Supervised Contrastive Pre-training”, 2022
 */
export function createLocalEmbedder({ folder = BUNDLED }: { folder?: string } = {}): Embedder {
  let loading: Promise<Loaded> | undefined
  const loaded = (): Promise<Loaded> => {
    // A failure is not kept: the files may be there at the next call.
    loading ??= load(folder).catch((cause) => {
      loading = undefined
      throw cause
    })
    return loading
  }
  return {
    id: 'e5-small-v2-int8',
    dimension: DIMENSION,
    async embed(texts, kind, { signal } = {}) {
      signal?.throwIfAborted()
      const vectors: Float32Array[] = []
      if (texts.length === 0) return vectors
      const { tokenise, runnerFor } = await loaded()
      const run = await runnerFor(texts.length)
      for (const text of texts) {
        if (vectors.length > 0) await nextTurnOfTheLoop()
        signal?.throwIfAborted()
        const tokens = tokenise(PREFIX[kind] + text)
        vectors.push(normalised(meanOfTokens(await run(tokens), DIMENSION)))
      }
      return vectors
    },
  }
}

/** The one local embedder of this process: its 34 MB of weights are loaded once, whoever asks. */
export function sharedLocalEmbedder(): Embedder {
  shared ??= createLocalEmbedder()
  return shared
}

let shared: Embedder | undefined

type Loaded = {
  readonly tokenise: Tokenise
  /** What runs so many texts. */
  readonly runnerFor: (texts: number) => Promise<RunModel>
}

const DIMENSION = 384

/** Positions that the model was trained with. */
const MAX_TOKENS = 512

const PREFIX = { question: 'query: ', passage: 'passage: ' } as const

// `src/embed` and `dist/embed` lie at the same depth of the package.
const BUNDLED = fileURLToPath(new URL('../../models/e5-small-v2', import.meta.url))

async function load(folder: string): Promise<Loaded> {
  const path = `${folder}/tokenizer.json`
  const definition = await readFile(path, 'utf8').catch((cause) => {
    throw modelFault(path, cause)
  })
  const tokenise = parseTokenizer(definition, path)
  return { tokenise, runnerFor: await openRunners(`${folder}/model.onnx`) }
}

/**
 * From how many texts a second thread is worth it. It takes two thirds of the time, and then waits for more on a
 * processor of its own for some 20 ms: too much for a question.
 */
const MANY_TEXTS = 16

/** What two processors have; the program around it has the others. */
const MOST_THREADS = 2

async function openRunners(model: string): Promise<Loaded['runnerFor']> {
  const one = await openModel(model)
  const threads = Math.min(MOST_THREADS, availableParallelism())
  let several: Promise<RunModel> | undefined
  return async (texts) => {
    if (texts < MANY_TEXTS || threads === 1) return one
    several ??= openModel(model, { threads }).catch((cause) => {
      several = undefined
      throw cause
    })
    return several
  }
}

function parseTokenizer(definition: string, path: string): Tokenise {
  try {
    return readTokenizer(definition, MAX_TOKENS)
  } catch (cause) {
    throw modelFault(path, cause)
  }
}
