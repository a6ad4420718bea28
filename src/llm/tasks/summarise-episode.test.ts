import { expect, it } from 'vitest'
import { callerOf, scriptedModel } from '../../../test/scripted-model.ts'
import { runTask } from '../run-task.ts'
import { summariseEpisode } from './summarise-episode.ts'

const summarised = async (...replies: string[]) => {
  const model = scriptedModel({ summarise: replies })
  const { value } = await runTask(
    summariseEpisode,
    { episode: '[t1] "Ada": "I keep bees."' },
    callerOf(model, 'writer'),
  )
  return { summary: value.summary, requests: model.requests }
}

it('a summary is asked for with the transcript alone, as data, in the prompt', async () => {
  const { requests, summary } = await summarised('{"summary":"Ada keeps bees."}')
  expect(summary).toBe('Ada keeps bees.')
  expect(requests[0]!.prompt).toBe('Transcript:\n[t1] "Ada": "I keep bees."')
  expect(requests[0]!.system).not.toContain('bees')
  // What could leak into a summary as if it had been said.
  expect(requests[0]!.system).not.toMatch(/\d/)
})

it.each(['{"text":"Ada keeps bees."}', '["Ada keeps bees."]', '{"summary":["Ada keeps","bees."]}'])(
  'a summary is read in another form: %s',
  async (reply) => {
    expect((await summarised(reply)).summary).toBe('Ada keeps bees.')
  },
)

it('an empty summary is asked for again', async () => {
  const { summary, requests } = await summarised('{"summary":""}', '{"summary":"Ada keeps bees."}')
  expect(summary).toBe('Ada keeps bees.')
  expect(requests).toHaveLength(2)
})
