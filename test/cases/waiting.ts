import type { Case, Input } from './case.ts'

/** A part that a case needs: of the product, where it is not there yet, or of the surroundings, which may lack it. */
export type Part = 'the npm registry' | 'HTTP' | 'MCP' | 'PostgreSQL'

/**
 * The cases of our own file that wait, by part. A case that is named here and could run, or that cannot and is not
 * named, fails the suite: so the list stays true.
 */
export const WAITING: Readonly<Record<Part, readonly string[]>> = {
  'the npm registry': ['O-111'],
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
  if (mentions(input, /\binstall the tarball\b/u)) return 'the npm registry'
  if (config.mcp !== undefined || input.calls !== undefined) return 'MCP'
  if (config.http !== undefined || input.http !== undefined || input.requests !== undefined) return 'HTTP'
  if (mentions(input, /\b(?:start|restart) server\b/u)) return 'HTTP'
  return config.store === 'postgres' ? 'PostgreSQL' : undefined
}

function mentions({ actions = [] }: Input, words: RegExp): boolean {
  return actions.some((action) => typeof action === 'string' && words.test(action))
}

/** Whether what a case needs is at hand: the registry is used only where the run says so. */
export function isAtHand(part: Part | undefined): boolean {
  return part === undefined || (part === 'the npm registry' && process.env.REINSTATE_TEST_PACKAGE === '1')
}
