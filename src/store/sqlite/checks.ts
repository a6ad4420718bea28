import { type Check, hangingTables, removeUnits } from './check.ts'
import { episodeChecks } from './episode-checks.ts'
import { windowChecks } from './window-checks.ts'

const orphanUnit = 'turn NOT IN (SELECT position FROM turn)'
const badVector = 'length(numbers) IS NOT 2 * (SELECT dimension FROM bank)'
const unplaced = `key NOT IN (SELECT unit FROM vector) AND key NOT IN (SELECT unit FROM pending)
  AND key NOT IN (SELECT unit FROM unembeddable)`
const pendingToo = 'unit IN (SELECT unit FROM vector) OR unit IN (SELECT unit FROM unembeddable)'
const unembeddableToo = 'unit IN (SELECT unit FROM vector)'
const persons = [
  ['person', 'NOT IN'],
  ['model_person', 'IN'],
] as const
const unitsByPerson = (isModel: 'IN' | 'NOT IN') => `SELECT value AS name, count(DISTINCT unit) AS units
  FROM unit_text, json_each(content, '$.context.persons')
  WHERE unit ${isModel} (SELECT unit FROM model_unit) GROUP BY value`
const turnsBySession = `SELECT session, min(time) AS first, max(time) AS last, count(*) AS turns FROM turn GROUP BY session`
const turnsBySpeaker = `SELECT speaker, count(*) AS turns FROM turn GROUP BY speaker`

/** In the order in which they are mended: what goes first may leave faults for those after it, never the reverse. */
export const checks: readonly Check[] = [
  {
    count: `SELECT count(*) AS count FROM unit WHERE ${orphanUnit}`,
    what: (count) => `${count} memory units are of turns that do not exist`,
    mend: removeUnits(orphanUnit),
  },
  ...hangingTables.map((table) => ({
    count: `SELECT count(*) AS count FROM ${table} WHERE unit NOT IN (SELECT key FROM unit)`,
    what: (count: number) => `${count} rows of ${table} are of memory units that do not exist`,
    mend: [`DELETE FROM ${table} WHERE unit NOT IN (SELECT key FROM unit)`],
  })),
  ...(['further_source', 'alias'] as const).map((table) => ({
    count: `SELECT count(*) AS count FROM ${table} WHERE turn NOT IN (SELECT position FROM turn)`,
    what: (count: number) => `${count} rows of ${table} are of turns that do not exist`,
    mend: [`DELETE FROM ${table} WHERE turn NOT IN (SELECT position FROM turn)`],
  })),
  ...windowChecks,
  {
    count: `SELECT count(*) AS count FROM vector WHERE ${badVector}`,
    what: (count) => `${count} vectors do not have the dimension of the bank`,
    mend: [`DELETE FROM vector WHERE ${badVector}`],
  },
  {
    count: `SELECT count(*) AS count FROM pending WHERE ${pendingToo}`,
    what: (count) => `${count} memory units wait for a vector that they do not need`,
    mend: [`DELETE FROM pending WHERE ${pendingToo}`],
  },
  {
    count: `SELECT count(*) AS count FROM unembeddable WHERE ${unembeddableToo}`,
    what: (count) => `${count} memory units have a vector and are marked as having none`,
    mend: [`DELETE FROM unembeddable WHERE ${unembeddableToo}`],
  },
  {
    count: `SELECT count(*) AS count FROM unit WHERE ${unplaced}`,
    what: (count) => `${count} memory units have no vector and do not wait for one`,
    mend: [`INSERT INTO pending (unit) SELECT key FROM unit WHERE ${unplaced}`],
  },
  {
    count: `SELECT count(*) AS count FROM unit JOIN turn ON turn.position = unit.turn
      WHERE (unit.session, unit.speaker, unit.time, unit.day) <> (turn.session, turn.speaker, turn.time, turn.day)`,
    what: (count) => `${count} memory units do not agree with their turns on session, speaker or time`,
    mend: [
      `UPDATE unit SET session = turn.session, speaker = turn.speaker, time = turn.time, day = turn.day
       FROM turn WHERE turn.position = unit.turn`,
    ],
  },
  {
    count: `SELECT count(*) AS count FROM session LEFT JOIN (${turnsBySession}) AS found ON found.session = number
      WHERE (session.first, session.last, session.turns) IS NOT (found.first, found.last, found.turns)`,
    what: (count) => `${count} sessions do not have the span of their turns`,
    mend: [
      `UPDATE session SET first = found.first, last = found.last, turns = found.turns
       FROM (${turnsBySession}) AS found WHERE found.session = number`,
      `DELETE FROM session WHERE number NOT IN (SELECT session FROM turn)`,
    ],
  },
  {
    count: `SELECT count(*) AS count FROM speaker LEFT JOIN (${turnsBySpeaker}) AS found ON found.speaker = number
      WHERE speaker.turns IS NOT found.turns`,
    what: (count) => `${count} speakers do not have the number of their turns`,
    mend: [
      `UPDATE speaker SET turns = found.turns FROM (${turnsBySpeaker}) AS found WHERE found.speaker = number`,
      `DELETE FROM speaker WHERE number NOT IN (SELECT speaker FROM turn)`,
    ],
  },
  ...persons.map(([table, isModel]) => ({
    count: `SELECT count(*) AS count FROM ${table} FULL JOIN (${unitsByPerson(isModel)}) AS found USING (name)
      WHERE ${table}.units IS NOT found.units`,
    what: (count: number) => `${count} persons do not have the number of the memory units that name them`,
    mend: [`DELETE FROM ${table}`, `INSERT INTO ${table} (name, units) ${unitsByPerson(isModel)}`],
  })),
  ...episodeChecks,
]
