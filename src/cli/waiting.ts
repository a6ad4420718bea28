import { oneLine } from './words.ts'

const EVERY_MS = 10_000

export type Waited = {
  /** The models that may be asked; where there are none nothing is told. */
  readonly models: readonly string[]
  readonly note: (text: string) => void
  /** What bounds the wait, said once. */
  readonly bound: string
}

/** A sign of life ends a wait and begins the next. */
export type Waiting = Disposable & { heard(): void }

/** Tells every ten seconds how long a model has been waited for, until it is disposed of. */
export function tellWaiting({ models, note, bound }: Waited): Waiting {
  let start = performance.now()
  let told = false
  const tell = () => {
    const seconds = Math.round((performance.now() - start) / 1000)
    const names = models.map(oneLine).join(', ')
    note(`Waiting for ${names} since ${seconds} s${told ? '' : `; ${bound}`}\n`)
    told = true
  }
  let timer: NodeJS.Timeout | undefined
  const begin = () => {
    clearInterval(timer)
    start = performance.now()
    if (models.length > 0) timer = setInterval(tell, EVERY_MS).unref()
  }
  begin()
  return { heard: begin, [Symbol.dispose]: () => clearInterval(timer) }
}
