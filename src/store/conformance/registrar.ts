import type { TrialBank } from '../conformance-bank.ts'

type Register = (name: string, run: (bank: TrialBank) => Promise<void>) => void

/** Registers tests, each with a new, empty bank. */
export type Registrar = {
  readonly onBank: Register
  /** Tests that open the bank several times. */
  readonly onSharedBank: Register
}
