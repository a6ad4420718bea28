import type { Terminal } from './terminal.ts'

const BAR_CELLS = 24
const REDRAW_MS = 100
/** Where nobody watches a bar: a line now and then shows that it goes on. */
const LINE_MS = 5_000

/** Shows how far something is, with rate and remaining time. */
export type Progress = {
  /** `total` undefined where nobody knows it. */
  update(done: number, total: number | undefined): void
  /** Takes the bar away. */
  end(): void
}

/**
 * A bar on a terminal, else a line every few seconds, on standard error.
 *
 * @param options.amount Words for an amount: [1.2 MB, 300 units].
 */
export function showProgress(
  terminal: Terminal,
  { label, amount, quiet }: { label: string; amount: (count: number) => string; quiet: boolean },
): Progress {
  if (quiet) return { update() {}, end() {} }
  const start = performance.now()
  let shown = terminal.noteIsTty ? -Infinity : start
  let drawn = false
  return {
    update(done, total) {
      const now = performance.now()
      if (now - shown < (terminal.noteIsTty ? REDRAW_MS : LINE_MS)) return
      shown = now
      const text = progressLine({ label, amount, done, total, elapsedMs: now - start })
      terminal.note(terminal.noteIsTty ? `\r\x1b[K${text.bar}` : `${text.plain}\n`)
      drawn = true
    },
    end() {
      if (drawn && terminal.noteIsTty) terminal.note('\r\x1b[K')
    },
  }
}

type Measured = {
  label: string
  amount: (count: number) => string
  done: number
  total: number | undefined
  elapsedMs: number
}

/** The same state as a bar and as plain words. */
export function progressLine({ label, amount, done, total, elapsedMs }: Measured): {
  bar: string
  plain: string
} {
  const perSecond = elapsedMs > 0 ? done / (elapsedMs / 1000) : 0
  const rate = `${amount(Math.round(perSecond))}/s`
  if (total === undefined || total === 0) {
    const text = `${label}: ${amount(done)}, ${rate}`
    return { bar: text, plain: text }
  }
  const share = Math.min(done / total, 1)
  const percent = `${Math.floor(share * 100)} %`
  const left = perSecond > 0 && done < total ? `, ${timeLeft((total - done) / perSecond)} left` : ''
  const cells = Math.floor(share * BAR_CELLS)
  return {
    bar: `${label} ${'█'.repeat(cells)}${'░'.repeat(BAR_CELLS - cells)} ${percent}  ${rate}${left}`,
    plain: `${label}: ${percent} (${amount(done)} of ${amount(total)}), ${rate}${left}`,
  }
}

/** [14 s, 3 min]: no finer than a guess can be. */
function timeLeft(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`
}
