/**
 * How long a provider asks to wait, in milliseconds; undefined where it does not say.
 *
 * `retry-after-ms` counts before `Retry-After`, which is a number of seconds or an HTTP date. A date that has passed
 * is 0; what can be read as neither counts for nothing.
 *
 * @param headers Names in lower case.
 * @param now Milliseconds since 1970.
 * @see RFC 9110, section 10.2.3
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const exact = decimal(headers['retry-after-ms'])
  if (exact !== undefined) return exact
  const wish = headers['retry-after']
  const seconds = decimal(wish)
  if (seconds !== undefined) return seconds * 1000
  const date = wish === undefined || !/[a-z]/iu.test(wish) ? Number.NaN : Date.parse(wish)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function decimal(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,12}(?:\.\d+)?\s*$/u.test(text) ? Number(text) : undefined
}
