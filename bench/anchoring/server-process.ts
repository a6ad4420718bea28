/** A model server in a process of its own, so that what answers takes no time from what asks; see `throughput.ts`. */
import { reply } from '../../test/model-server/answers.ts'
import { startModelServer } from '../../test/model-server/model-server.ts'
import { unitsFor } from './scripted-import.ts'

/** Where it listens, then, once it is told to end, what it saw. */
export type ServerMessage = { readonly baseURL: string } | { readonly calls: number; readonly atOnce: number }

const send = (message: ServerMessage): void => {
  process.send!(message)
}
const server = await startModelServer(({ body }) => reply(unitsFor(body.messages.at(-1)!.content)), {
  latencyMs: Number(process.argv[2]),
})
send({ baseURL: server.baseURL })
process.once('message', async () => {
  send({ calls: server.requests.length, atOnce: server.mostAtOnce })
  await server.close()
  process.disconnect()
})
