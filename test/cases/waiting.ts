import type { Case, Input } from './case.ts'

/** A part of the product that a case needs and that is not there yet. */
export type Part = 'language model' | 'HTTP' | 'MCP' | 'PostgreSQL'

/**
 * The cases of our own file that wait, by part. A case that is named here and could run, or that cannot and is not
 * named, fails the suite: so the list stays true.
 */
export const WAITING: Readonly<Record<Part, readonly string[]>> = {
  'language model': [
    ...[
      'O-038',
      'O-067',
      'O-068',
      'O-069',
      'O-070',
      'O-071',
      'O-072',
      'O-073',
      'O-074',
      'O-075',
      'O-084',
      'O-090',
    ],
    ...['O-098', 'O-099', 'O-100', 'O-111'],
  ],
  HTTP: ['O-085', 'O-092', 'O-103', 'O-119'],
  MCP: ['O-096', 'O-106', 'O-114', 'O-115', 'O-116'],
  PostgreSQL: ['O-031', 'O-056', 'O-058', 'O-088'],
}

/** Which missing part a case needs, by the shape of its input; undefined where it can run. */
export function neededPart({ input }: Pick<Case, 'input'>): Part | undefined {
  for (const each of [input, ...(input.runs ?? [])]) {
    const part = partOf(each)
    if (part !== undefined) return part
  }
  return undefined
}

function partOf(input: Input): Part | undefined {
  const { config = {} } = input
  if (input.model_reply !== undefined || input.model_reply_by_turn !== undefined) return 'language model'
  if (input.existing_memories !== undefined || config.provider !== undefined) return 'language model'
  if (mentions(input, /\bselect a provider\b|\bextraction schema\b/u)) return 'language model'
  if (config.mcp !== undefined || input.calls !== undefined) return 'MCP'
  if (config.http !== undefined || input.http !== undefined || input.requests !== undefined) return 'HTTP'
  if (mentions(input, /\b(?:start|restart) server\b/u)) return 'HTTP'
  return config.store === 'postgres' ? 'PostgreSQL' : undefined
}

function mentions({ actions = [] }: Input, words: RegExp): boolean {
  return actions.some((action) => typeof action === 'string' && words.test(action))
}
