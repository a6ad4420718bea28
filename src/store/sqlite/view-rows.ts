import { entryColumns } from './rows.ts'

/** Rows read and handed to the views at a time: enough to spare calls, little to hold. */
export const batchSize = 512

/** How the rows of each origin are read: units after a key, all vectors after a unit, those of later changes. The units of the model are few beside the others, so theirs lead. */
export const viewRows = {
  turn: queries({
    units: `unit WHERE key > ? AND NOT EXISTS (SELECT 1 FROM model_unit WHERE model_unit.unit = unit.key)
      ORDER BY key`,
    vectors: `vector WHERE unit > ? AND NOT EXISTS (SELECT 1 FROM model_unit WHERE model_unit.unit = vector.unit)
      ORDER BY unit`,
    newVectors: `vector WHERE (change, unit) > (?, ?)
      AND NOT EXISTS (SELECT 1 FROM model_unit WHERE model_unit.unit = vector.unit) ORDER BY change, unit`,
  }),
  model: queries({
    units: `model_unit CROSS JOIN unit ON unit.key = model_unit.unit
      WHERE model_unit.unit > ? ORDER BY model_unit.unit`,
    vectors: `model_unit CROSS JOIN vector USING (unit) WHERE model_unit.unit > ? ORDER BY model_unit.unit`,
    newVectors: `vector WHERE (change, unit) > (?, ?)
      AND EXISTS (SELECT 1 FROM model_unit WHERE model_unit.unit = vector.unit) ORDER BY change, unit`,
  }),
}

function queries({ units, vectors, newVectors }: Record<'units' | 'vectors' | 'newVectors', string>) {
  return {
    units: `SELECT ${entryColumns} FROM ${units} LIMIT ${batchSize}`,
    vectors: `SELECT change, unit, scale, numbers FROM ${vectors} LIMIT ${batchSize}`,
    newVectors: `SELECT change, unit, scale, numbers FROM ${newVectors} LIMIT ${batchSize}`,
  }
}
