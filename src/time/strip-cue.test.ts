import { expect, test } from 'vitest'
import { stripCue } from './strip-cue.ts'

test.each([
  ['What happened on 2026-07-25/26?', 'What happened?'],
  ['What did Kim say on Tuesday evening about the boat?', 'What did Kim say about the boat?'],
  ['What did we build from 19 June to 3 July, Ann?', 'What did we build, Ann?'],
  ['In May 2023, who came and who left in June?', ', who came and who left?'],
  ["What was yesterday's soup?", 'What was soup?'],
  ['What did Bo paint recently?', 'What did Bo paint?'],
  ['Where did Bo park the van?', 'Where did Bo park the van?'],
  ['Who carried the 2000 flyers every Tuesday?', 'Who carried the 2000 flyers every Tuesday?'],
])('%s leaves %s', (question, expected) => {
  expect(stripCue(question)).toBe(expected)
})
