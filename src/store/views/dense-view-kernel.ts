import { DENSE_KERNEL_BASE64 } from './dense-view-wasm.ts'

/** Memory that grows, and the scan over one block of it. */
export interface DenseKernel {
  /** The whole memory; another object after `reserve`. */
  readonly buffer: ArrayBuffer
  /**
   * Makes the memory at least so large; its content is kept, what is new is zero.
   *
   * @throws {RangeError} If the machine has no more.
   */
  reserve(bytes: number): void
  /** `scores[i] = scales[i] * unit * Σ vectors[i][k] * question[k]`, see `scripts/dense-kernel/dense-kernel.wat`. */
  score(block: DenseBlock): void
}

/** Where things lie in the memory, in bytes. */
export type DenseBlock = {
  readonly vectors: number
  readonly scales: number
  readonly scores: number
  readonly question: number
  /** Length of a row, a multiple of 16. */
  readonly stride: number
  readonly count: number
  readonly unit: number
}

/** The fastest kernel that this machine runs: WebAssembly SIMD, else plain JavaScript (some eight times slower). */
export function createDenseKernel(): DenseKernel {
  const module = compiled()
  return module === undefined ? new PlainKernel() : new SimdKernel(module)
}

/** What is used of the global of that name, for which Node's types have no values. */
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number }) => WasmMemory
  readonly Module: new (bytes: Uint8Array) => WasmModule
  readonly Instance: new (
    module: WasmModule,
    imports: { readonly env: { readonly memory: WasmMemory } },
  ) => { readonly exports: { readonly score: (...values: readonly number[]) => void } }
  validate(bytes: Uint8Array): boolean
}
type WasmModule = object
type WasmMemory = { readonly buffer: ArrayBuffer; grow(pages: number): number }

/** Undefined where the engine knows no SIMD or forbids WebAssembly. */
function compiled(): WasmModule | undefined {
  if (kernelModule !== undefined) return kernelModule
  if (typeof WebAssembly === 'undefined') return undefined
  const bytes = Buffer.from(DENSE_KERNEL_BASE64, 'base64')
  if (!WebAssembly.validate(bytes)) return undefined
  kernelModule = new WebAssembly.Module(bytes)
  return kernelModule
}

let kernelModule: WasmModule | undefined

const PAGE_BYTES = 65_536

export class SimdKernel implements DenseKernel {
  readonly #memory = new WebAssembly.Memory({ initial: 1 })
  readonly #score: (...values: readonly number[]) => void

  constructor(module: WasmModule) {
    const instance = new WebAssembly.Instance(module, { env: { memory: this.#memory } })
    this.#score = instance.exports.score
  }

  get buffer(): ArrayBuffer {
    return this.#memory.buffer
  }

  reserve(bytes: number): void {
    const missing = bytes - this.#memory.buffer.byteLength
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES))
  }

  score({ vectors, scales, scores, question, stride, count, unit }: DenseBlock): void {
    this.#score(vectors, scales, scores, question, stride, count, unit)
  }
}

export class PlainKernel implements DenseKernel {
  #bytes = new Int8Array(PAGE_BYTES)

  get buffer(): ArrayBuffer {
    return this.#bytes.buffer
  }

  reserve(bytes: number): void {
    if (bytes <= this.#bytes.length) return
    // A half more each time: copying stays linear, and at most a third of the memory is idle.
    const larger = new Int8Array(Math.max(bytes, Math.ceil((this.#bytes.length * 1.5) / 8) * 8))
    larger.set(this.#bytes)
    this.#bytes = larger
  }

  score(block: DenseBlock): void {
    const { stride, count, unit } = block
    const question = new Int16Array(this.buffer, block.question, stride)
    const scales = new Float32Array(this.buffer, block.scales, count)
    const scores = new Float32Array(this.buffer, block.scores, count)
    const vectors = new Int8Array(this.buffer, block.vectors, stride * count)
    for (let i = 0, row = 0; i < count; i++, row += stride) {
      let sum = 0
      for (let k = 0; k < stride; k++) sum += vectors[row + k]! * question[k]!
      scores[i] = Math.fround(scales[i]! * unit) * Math.fround(sum)
    }
  }
}
