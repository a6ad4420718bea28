import { type Check, removeUnits } from './check.ts'
import { isAnchoring } from './windows.ts'

const saysModel = `unit IN (SELECT unit FROM unit_text WHERE json_extract(content, '$.origin') = 'model')`
const unmarked = `key IN (SELECT unit FROM unit_text WHERE json_extract(content, '$.origin') = 'model')
  AND key NOT IN (SELECT unit FROM model_unit)`
const sourcesOfModel = `SELECT model_unit.anchor_window, unit.turn FROM model_unit JOIN unit ON unit.key = model_unit.unit
  UNION SELECT model_unit.anchor_window, further_source.turn FROM model_unit JOIN further_source USING (unit)`
const badWindows = `SELECT anchor_window FROM window_turn WHERE turn NOT IN (SELECT position FROM turn)
  UNION SELECT anchor_window FROM window_turn GROUP BY anchor_window HAVING min(overlap) <> 0
  UNION SELECT anchor_window FROM (${sourcesOfModel}) AS source
    WHERE NOT EXISTS (SELECT 1 FROM window_turn
      WHERE window_turn.turn = source.turn AND window_turn.anchor_window = source.anchor_window)`
const needlessRefusal = `turn NOT IN (SELECT position FROM turn)
  OR turn IN (SELECT turn FROM window_turn WHERE ${isAnchoring})`

/** A window that is not whole goes with all that was written of it, so that its turns await the model again. */
export const windowChecks: readonly Check[] = [
  {
    count: `SELECT count(*) AS count FROM unit WHERE ${unmarked}`,
    what: (count) => `${count} memory units of a model are not marked as such`,
    mend: removeUnits(unmarked),
  },
  {
    count: `SELECT count(*) AS count FROM model_unit WHERE NOT ${saysModel}`,
    what: (count) => `${count} memory units are marked as a model's and are not`,
    mend: [`DELETE FROM model_unit WHERE NOT ${saysModel}`],
  },
  {
    count: `SELECT count(*) AS count FROM (${badWindows})`,
    what: (count) => `${count} windows of a model do not agree with their turns and memory units`,
    mend: [
      `DELETE FROM window_turn WHERE anchor_window IN (${badWindows})`,
      ...removeUnits(
        `key IN (SELECT unit FROM model_unit WHERE anchor_window NOT IN (SELECT anchor_window FROM window_turn))`,
      ),
    ],
  },
  {
    count: `SELECT count(*) AS count FROM refused_turn WHERE ${needlessRefusal}`,
    what: (count) => `${count} turns are marked as refused by a model and are anchored or do not exist`,
    mend: [`DELETE FROM refused_turn WHERE ${needlessRefusal}`],
  },
]
