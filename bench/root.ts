import { fileURLToPath } from 'node:url'

/** Names the root of the repository to benches that run compiled, elsewhere than their sources. */
export const ROOT_VARIABLE = 'REINSTATE_BENCH_ROOT'

/** The root of the repository, with a slash at its end. */
export const ROOT = process.env[ROOT_VARIABLE] ?? fileURLToPath(new URL('..', import.meta.url))
