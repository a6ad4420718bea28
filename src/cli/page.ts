import type { Terminal } from './terminal.ts'

/** What the words of a page depend on: colours and width of the terminal, the zone in which the bank reckons days. */
export type Page = Pick<Terminal, 'style' | 'columns'> & { readonly timeZone: string }
