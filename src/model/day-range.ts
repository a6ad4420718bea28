declare const dayBrand: unique symbol
declare const instantBrand: unique symbol

/**
 * A calendar day in the bank's time zone, written `YYYY-MM-DD` (ISO 8601, years 0001-9999).
 * Days compare as text: `a < b` means that `a` is the earlier one.
 */
export type Day = string & { readonly [dayBrand]: true }

/** A UTC instant, written `YYYY-MM-DDTHH:mm:ss.sssZ` (ISO 8601). Instants compare as text. */
export type Instant = string & { readonly [instantBrand]: true }

/** An inclusive range of days as people say it; `first` is never later than `last`. */
export type DayRange = { readonly first: Day; readonly last: Day }

/** An inclusive span of instants: from the first to the last turn of a session. */
export type Span = { readonly start: Instant; readonly end: Instant }
