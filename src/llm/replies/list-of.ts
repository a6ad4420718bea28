import { z } from 'zod'

/** How models name what was asked for by another name. */
export type ListNames = {
  /** Keys of the list; the first is the one that is asked for. */
  readonly keys: readonly [string, ...string[]]
  /** Keys of an item's text; the first is the one that is asked for. A bare string as an item is its text. */
  readonly text?: readonly [string, ...string[]]
}

/**
 * The schema of a reply that is a list, tolerant in its form: `{ units: [...] }` is asked for, and a bare list, a list
 * under another of the keys or inside one further object, a single item, or an object of strings is read as the same.
 * Items without content (null, blank, `{}`) are dropped; of the others every one must fit.
 *
 * @returns A schema whose output is the items in order.
 */
export function listOf<Item>(item: z.ZodType<Item>, { keys, text }: ListNames): z.ZodType<readonly Item[]> {
  const asked = keys[0]
  const items = (value: unknown): unknown => {
    const list = findList(value, keys, text)
    return list === undefined
      ? value
      : { [asked]: list.map((one) => withText(one, text)).filter((one) => !isEmpty(one)) }
  }
  return z
    .preprocess(items, z.object({ [asked]: z.array(item) }))
    .transform((reply) => (reply as Readonly<Record<string, readonly Item[]>>)[asked] ?? [])
}

function findList(
  value: unknown,
  keys: readonly string[],
  text: readonly string[] | undefined,
): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (!isRecord(value)) return undefined
  const key = keys.find((name) => Object.hasOwn(value, name))
  if (key !== undefined) {
    const inner = value[key]
    if (Array.isArray(inner)) return inner
    if (isEmpty(inner)) return []
    return typeof inner === 'string' ? [inner] : findList(inner, keys, text)
  }
  if (text?.some((name) => Object.hasOwn(value, name))) return [value]
  const parts = Object.values(value)
  // Numbered or named items: {"1": "…", "2": "…"}.
  if (parts.length > 0 && text && parts.every((part) => typeof part === 'string')) return parts
  const lists = parts.filter((part) => isRecord(part) || Array.isArray(part))
  return lists.length === 1 && parts.length === 1 ? findList(lists[0], keys, text) : undefined
}

function withText(item: unknown, names: readonly [string, ...string[]] | undefined): unknown {
  if (!names) return item
  const asked = names[0]
  if (typeof item === 'string') return item.trim() === '' ? null : { [asked]: item }
  if (!isRecord(item) || Object.hasOwn(item, asked)) return item
  const other = names.find((name) => Object.hasOwn(item, name))
  return other === undefined
    ? item
    : Object.fromEntries(Object.entries(item).map(([key, part]) => [key === other ? asked : key, part]))
}

function isEmpty(item: unknown): boolean {
  if (item === null || (typeof item === 'string' && item.trim() === '')) return true
  return isRecord(item) && Object.values(item).every((part) => part === null || part === '')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
