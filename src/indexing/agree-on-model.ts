import type { Embedder } from '../embed/embedder.ts'
import { EmbeddingDimensionError, EmbeddingModelError } from '../model/errors.ts'
import type { Store } from '../store/store.ts'

/**
 * A bank's vectors are of one model; another one's can be compared with them in form only.
 *
 * @param replace Drops the vectors of another model instead of refusing them.
 * @throws {EmbeddingDimensionError} If the bank's vectors have another number of dimensions.
 * @throws {EmbeddingModelError} If another model made them.
 */
export async function agreeOnModel(store: Store, embedder: Embedder, replace: boolean): Promise<void> {
  const { model } = store.vectors
  if (model === undefined || (model.id === embedder.id && model.dimension === embedder.dimension)) return
  if (replace) return store.vectors.reset()
  const bank = store.facts.name
  const remedy = 'open it with that model, or make its vectors anew with `reinstate reembed`'
  if (model.dimension !== embedder.dimension) {
    throw new EmbeddingDimensionError(
      `Cannot open ${bank}: its vectors have ${model.dimension} dimensions (${model.id}), those of ${embedder.id} have ${embedder.dimension}; ${remedy}`,
    )
  }
  throw new EmbeddingModelError(
    `Cannot open ${bank}: its vectors were made by ${model.id}, not by ${embedder.id}; ${remedy}`,
  )
}
