/** A model server in a process of its own, so that what answers takes no time from what asks; see `throughput.ts`. */
import { reply, type ServedRequest } from '../../test/model-server/answers.ts'
import { startModelServer } from '../../test/model-server/model-server.ts'
import { turns, unitsFor } from './scripted-import.ts'

/** Where it listens, then, once it is told to end, what it saw. */
export type ServerMessage = { readonly baseURL: string } | { readonly calls: number; readonly atOnce: number }

/** Requests of a rehearsal: as many as let the engine compile what answers. */
const REHEARSED = 200

const send = (message: ServerMessage): void => {
  process.send!(message)
}
const script = ({ body }: ServedRequest) => reply(unitsFor(body.messages.at(-1)!.content))
await warmUp()
const server = await startModelServer(script, {
  latencyMs: Number(process.argv[2]),
})
send({ baseURL: server.baseURL })
process.once('message', async () => {
  send({ calls: server.requests.length, atOnce: server.mostAtOnce })
  await server.close()
  process.disconnect()
})

/** Answers another one's requests first: code that is compiled while it answers would make this server a slow one. */
async function warmUp(): Promise<void> {
  await using rehearsal = await startModelServer(script)
  const content = turns(40)
    .map(({ id, speaker, text }) => JSON.stringify({ id, time: '09:00', speaker, text }))
    .join('\n')
  const body = JSON.stringify({ model: 'scripted', messages: [{ role: 'user', content }] })
  for (let request = 0; request < REHEARSED; request++) {
    const response = await fetch(`${rehearsal.baseURL}/chat/completions`, { method: 'POST', body })
    await response.text()
  }
}
