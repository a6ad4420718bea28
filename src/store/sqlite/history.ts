import type { Alias, History } from '../../model/history.ts'
import type { TurnId } from '../../model/turn.ts'
import { dayOfNumber } from '../../time/day-range.ts'
import type { Connection } from './connection.ts'

/** Reads the history, and again only when something was committed since. */
export function historyReader(connection: Connection): () => History {
  let known: { readonly stamp: string; readonly history: History } | undefined
  return () => {
    const stamp = connection.stamp()
    if (known?.stamp !== stamp) known = { stamp, history: connection.read(() => readHistory(connection)) }
    return known.history
  }
}

function readHistory(connection: Connection): History {
  const first = connection.get<{ day: number }>('SELECT day FROM turn ORDER BY time, position LIMIT 1')
  const last = connection.get<{ day: number }>(
    'SELECT day FROM turn ORDER BY time DESC, position DESC LIMIT 1',
  )
  const speakers = names(connection, 'SELECT name FROM speaker ORDER BY turns DESC, number')
  const named = names(connection, 'SELECT name FROM person ORDER BY units DESC, name')
  return {
    days: first && last && { first: dayOfNumber(first.day), last: dayOfNumber(last.day) },
    speakers,
    persons: [...new Set([...named, ...speakers])],
    aliases: connection
      .all<{ alias: string; person: string; id: string }>(
        `SELECT alias.alias, alias.person, turn.id FROM alias JOIN turn ON turn.position = alias.turn
         ORDER BY turn.time, turn.position, alias.alias, alias.person`,
      )
      .map(({ alias, person, id }): Alias => ({ alias, person, source: id as TurnId })),
  }
}

const names = (connection: Connection, sql: string): string[] =>
  connection.all<{ name: string }>(sql).map(({ name }) => name)
