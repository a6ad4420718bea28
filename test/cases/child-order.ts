import type { Input } from './case.ts'

/** What a child process is told to do. */
export type Order =
  | { readonly task: 'run'; readonly input: Input; readonly folder: string }
  | { readonly task: 'read'; readonly bank: string; readonly seconds: number }
  | { readonly task: 'write'; readonly bank: string; readonly turns: number; readonly prefix: string }
  | { readonly task: 'die'; readonly bank: string; readonly input: Input }
  | { readonly task: 'embed'; readonly texts: number; readonly more: number }
  | { readonly task: 'open'; readonly bank: string }
  | { readonly task: 'without-driver' }

/** What it says in the end. */
export type Report = {
  readonly error?: string
  readonly message?: string
  readonly times?: Readonly<Record<string, string>>
  readonly vector?: readonly number[]
  readonly growthMb?: number
  readonly acknowledged?: boolean
}
