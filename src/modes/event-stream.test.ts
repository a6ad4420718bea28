import { expect, it } from 'vitest'
import { eventStream } from './event-stream.ts'

async function readAll<Event>(events: AsyncIterable<Event>): Promise<Event[]> {
  const read: Event[] = []
  for await (const event of events) read.push(event)
  return read
}

it('gives every event in order, also those that come while nobody reads', async () => {
  const stream = eventStream<number>(async (emit) => {
    emit(1)
    await new Promise((resolve) => setImmediate(resolve))
    emit(2)
    emit(3)
  }, undefined)
  expect(await readAll(stream)).toEqual([1, 2, 3])
})

it('throws what the work throws, after the events before it', async () => {
  const read: number[] = []
  const failing = async () => {
    for await (const event of eventStream<number>(async (emit) => {
      emit(1)
      throw new RangeError('no more')
    }, undefined))
      read.push(event)
  }
  await expect(failing()).rejects.toThrow('no more')
  expect(read).toEqual([1])
})

it('ends the work when nobody reads any more', async () => {
  let heard: AbortSignal | undefined
  for await (const event of eventStream<number>(async (emit, signal) => {
    heard = signal
    emit(1)
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
  }, undefined)) {
    expect(event).toBe(1)
    break
  }
  expect(heard?.aborted).toBe(true)
})

it('passes the signal of the caller on', async () => {
  const stopping = new AbortController()
  const stream = eventStream<number>(async (_, signal) => {
    stopping.abort(new Error('stopped'))
    signal.throwIfAborted()
  }, stopping.signal)
  await expect(readAll(stream)).rejects.toThrow('stopped')
})
