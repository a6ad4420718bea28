import type { Check } from './check.ts'

const torn = 'hash IS NULL'
const misplaced = `SELECT number FROM
    (SELECT *, coalesce(lag(last_position) OVER (ORDER BY number), 0) AS before FROM episode) AS placed
  WHERE first_position NOT IN (SELECT position FROM turn) OR last_position NOT IN (SELECT position FROM turn)
    OR EXISTS (SELECT 1 FROM turn WHERE position > before AND position < first_position)`
const timesOfEpisode = `SELECT min(time), max(time) FROM turn WHERE position BETWEEN first_position AND last_position`
const openTooEarly = 'sealed = 0 AND number < (SELECT max(number) FROM episode)'
/** While episodes are cut anew, summaries wait for those that come out the same. */
const strayOnceCut = `hash NOT IN (SELECT hash FROM episode WHERE NOT ${torn})
  AND NOT EXISTS (SELECT 1 FROM episode WHERE ${torn})
  AND (SELECT max(last_position) FROM episode) IS (SELECT max(position) FROM turn)`
const badVector = 'length(numbers) <> 2 * (SELECT dimension FROM bank)'

/** Episodes and all of theirs derive from the turns: what does not fit is cut anew when the shelf is next extended. */
export const episodeChecks: readonly Check[] = [
  {
    count: `SELECT count(*) AS count FROM (${misplaced})`,
    what: (count) => `${count} episodes do not begin and end where they should`,
    mend: ['DELETE FROM episode'],
  },
  {
    count: `SELECT count(*) AS count FROM episode WHERE NOT ${torn} AND (first_time, last_time) IS NOT (${timesOfEpisode})`,
    what: (count) => `${count} episodes do not have the span of their turns`,
    mend: [`UPDATE episode SET (first_time, last_time) = (${timesOfEpisode}) WHERE NOT ${torn}`],
  },
  {
    count: `SELECT count(*) AS count FROM episode WHERE ${openTooEarly}`,
    what: (count) => `${count} episodes are open and are not the last`,
    mend: [`UPDATE episode SET sealed = 1 WHERE ${openTooEarly}`],
  },
  {
    count: `SELECT count(*) AS count FROM summary WHERE ${strayOnceCut}`,
    what: (count) => `${count} summaries are of episodes that do not exist`,
    mend: [`DELETE FROM summary WHERE ${strayOnceCut}`],
  },
  {
    count: `SELECT count(*) AS count FROM summary WHERE ${badVector}`,
    what: (count) => `${count} vectors of summaries do not have the dimension of the bank`,
    mend: [`UPDATE summary SET scale = NULL, numbers = NULL WHERE ${badVector}`],
  },
]
