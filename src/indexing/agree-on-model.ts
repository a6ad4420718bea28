import type { Embedder } from '../embed/embedder.ts'
import { EmbeddingDimensionError, EmbeddingModelError } from '../model/errors.ts'
import type { Store } from '../store/store.ts'

/**
 * Vectors of two models have nothing to do with each other, even where they have the same form. Another process may have
 * bound the bank to another model since it was opened, so this is checked at each use.
 *
 * @throws {EmbeddingDimensionError} If the bank's vectors have another number of dimensions.
 * @throws {EmbeddingModelError} If another model made them.
 */
export function checkModel({ derived: { vectors }, facts }: Store, embedder: Embedder | undefined): void {
  const { model } = vectors
  if (embedder === undefined) return
  if (model === undefined || (model.id === embedder.id && model.dimension === embedder.dimension)) return
  const remedy = 'open it with that model, or make its vectors anew with `reinstate reembed`'
  if (model.dimension !== embedder.dimension) {
    throw new EmbeddingDimensionError(
      `Cannot search ${facts.name}: its vectors have ${model.dimension} dimensions (${model.id}), those of ${embedder.id} have ${embedder.dimension}; ${remedy}`,
    )
  }
  throw new EmbeddingModelError(
    `Cannot search ${facts.name}: its vectors were made by ${model.id}, not by ${embedder.id}; ${remedy}`,
  )
}

/** Binds the bank to a model where it is bound to another one; its vectors are then made anew. */
export async function rebindModel(store: Store, { id, dimension }: Embedder): Promise<void> {
  const { model } = store.derived.vectors
  if (model !== undefined && (model.id !== id || model.dimension !== dimension)) {
    await store.derived.vectors.reset({ id, dimension })
  }
}
