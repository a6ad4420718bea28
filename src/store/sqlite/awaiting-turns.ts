import type { Turn } from '../../model/turn.ts'
import type { Connection } from './connection.ts'
import { type TurnTuple, turnColumns, turnOfTuple, turnSource } from './rows.ts'
import { isAnchoring } from './windows.ts'

const notAnchored = `NOT EXISTS
  (SELECT 1 FROM window_turn WHERE window_turn.turn = turn.position AND ${isAnchoring})`
const notRefused = 'NOT EXISTS (SELECT 1 FROM refused_turn WHERE refused_turn.turn = turn.position)'

/** A place in the order of time. */
type Place = { readonly time: number; readonly position: number }

const START: Place = { time: Number.MIN_SAFE_INTEGER, position: 0 }

/**
 * The turns that await a model, by time and position. Nothing is kept of them in the file, so what lies before the first
 * of them is remembered here: looking again costs what has come since, not the whole history.
 */
export class AwaitingTurns {
  readonly #connection: Connection
  /** Every turn before it is anchored or was refused: one refused turn must not have all after it read again. */
  #mark = START
  #generation = 0
  /** The last turn, in the order of arrival, that the mark knows of. */
  #newest = 0

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** The first `limit`, those refused left out. Must run inside one read or transaction. */
  first(limit: number): readonly Turn[] {
    this.#advance()
    return this.#connection
      .tuples<TurnTuple>(
        `SELECT ${turnColumns} FROM ${turnSource}
         WHERE (turn.time, turn.position) >= (?, ?) AND ${notAnchored} AND ${notRefused}
         ORDER BY turn.time, turn.position LIMIT ?`,
        this.#mark.time,
        this.#mark.position,
        limit,
      )
      .map(turnOfTuple)
  }

  /** Turns await a model again only where others were removed, or refused ones reopened, which the generation tells. */
  #advance(): void {
    const { generation, newest } = this.#connection.one<{ generation: number; newest: number }>(
      'SELECT generation, (SELECT coalesce(max(position), 0) FROM turn) AS newest FROM bank',
    )
    if (generation !== this.#generation) this.#mark = START
    else this.#mark = this.#lateBefore(this.#mark) ?? this.#mark
    this.#mark = this.#firstAt(this.#mark) ?? this.#mark
    this.#generation = generation
    this.#newest = newest
  }

  /** The earliest of the turns that arrived since and were told before the mark. */
  #lateBefore({ time, position }: Place): Place | undefined {
    return this.#connection.get<Place>(
      // By position, as those that came since are few; the index of times would lead through all before the mark.
      `SELECT time, position FROM turn NOT INDEXED WHERE position > ? AND (time, position) < (?, ?)
       ORDER BY time, position LIMIT 1`,
      this.#newest,
      time,
      position,
    )
  }

  /** The first turn from the mark on that awaits a model, or the end. */
  #firstAt({ time, position }: Place): Place | undefined {
    return (
      this.#connection.get<Place>(
        `SELECT time, position FROM turn
         WHERE (time, position) >= (?, ?) AND ${notAnchored} AND ${notRefused}
         ORDER BY time, position LIMIT 1`,
        time,
        position,
      ) ??
      this.#connection.get<Place>(
        'SELECT time, position + 1 AS position FROM turn ORDER BY time DESC, position DESC LIMIT 1',
      )
    )
  }
}
