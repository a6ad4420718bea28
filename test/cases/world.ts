import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Anchoring,
  type LogEntry,
  type Memory,
  type MemoryOptions,
  openMemory,
  type TurnInput,
} from '../../src/index.ts'
import type { EmbedderSpec, Input, TurnSpec } from './case.ts'
import { generateText } from './generated-text.ts'
import { type ScriptedEmbedder, scriptedEmbedder } from './scripted-embedder.ts'
import { isWritten, type ScriptedWriter, startWriter } from './scripted-writer.ts'

/** The banks of one run: one file a user, opened when first needed, all in one folder of their own. */
export class World {
  readonly folder: string
  readonly input: Input
  readonly turns: readonly TurnSpec[]
  readonly log: LogEntry[] = []
  readonly embedders: ScriptedEmbedder[] = []
  /** What the scripted writer made of the turns, flush by flush. */
  readonly anchorings: Anchoring[] = []
  #writer: Promise<ScriptedWriter> | undefined
  #open = new Map<string, Memory>()
  #embedder: EmbedderSpec | undefined
  /** How often a bank was replaced by an import, so that each import finds an empty file. */
  #generation = 0

  constructor(folder: string, input: Input, turns: readonly TurnSpec[]) {
    this.folder = folder
    this.input = input
    this.turns = turns
    this.#embedder = input.embedder
  }

  /** Where the bank of a user lies; the name of the file says nothing of the user's name. */
  pathOf(user: string | undefined): string {
    const name = user === undefined ? 'bank' : `user-${Buffer.from(user).toString('hex')}`
    return join(this.folder, `${name}-${this.#generation}.db`)
  }

  exists(user: string | undefined): boolean {
    return this.#open.has(this.pathOf(user)) || existsSync(this.pathOf(user))
  }

  users(): readonly (string | undefined)[] {
    return this.turns.length === 0 ? [undefined] : [...new Set(this.turns.map(({ user }) => user))]
  }

  async bank(user: string | undefined, options: MemoryOptions = {}): Promise<Memory> {
    const path = this.pathOf(user)
    const open = this.#open.get(path)
    if (open !== undefined) return open
    const memory = await openMemory(path, { ...this.options(), ...(await this.#models()), ...options })
    if (options.readOnly !== true) this.#open.set(path, memory)
    return memory
  }

  /** Opens the bank of a user who must have one. */
  async existing(user: string | undefined): Promise<Memory> {
    return this.exists(user)
      ? this.bank(user)
      : openMemory(this.pathOf(user), { ...this.options(), readOnly: true })
  }

  /** From here on banks are opened with another embedder. */
  async useEmbedder(spec: EmbedderSpec | undefined): Promise<void> {
    if (spec === undefined) return
    await this.close()
    this.#embedder = spec
  }

  async startEmpty(): Promise<void> {
    await this.close()
    this.#generation += 1
  }

  async close(): Promise<void> {
    for (const memory of this.#open.values()) await memory.close()
    this.#open.clear()
  }

  /** The scripted writer, where the case has replies of a model; started when it is first needed. */
  writer(): Promise<ScriptedWriter> | undefined {
    if (!isWritten(this.input)) return undefined
    this.#writer ??= startWriter(this.input)
    return this.#writer
  }

  /** Ends what a case started. */
  async end(): Promise<void> {
    await this.close()
    await (await this.#writer)?.close()
  }

  /** A window a turn, so that replies belong to turns; one call at a time, none in the background, so that they come in order. */
  async #models(): Promise<MemoryOptions> {
    const writer = await this.writer()
    if (writer === undefined) return {}
    return {
      models: { writer: writer.model },
      anchoring: { windowTurns: 1, overlapTurns: 0, inBackground: false },
      calls: { concurrency: 1, attempts: 2 },
    }
  }

  options(): MemoryOptions {
    const { config = {}, clock } = this.input
    return {
      timeZone: config.timezone ?? 'UTC',
      ...(config.date_order === undefined ? {} : { dateOrder: config.date_order }),
      ...(clock === undefined ? {} : { clock: () => new Date(clock) }),
      ...(this.#script() === undefined ? {} : { embedder: this.#scripted(this.#script()!) }),
      log: (entry) => this.log.push(entry),
    }
  }

  /** Thousands of texts are for the file, not for the model: a script embeds them in no time. */
  #script(): EmbedderSpec | undefined {
    return this.#embedder ?? (this.turns.length > MANY_TURNS ? { dim: 384 } : undefined)
  }

  #scripted(spec: EmbedderSpec): ScriptedEmbedder {
    const embedder = scriptedEmbedder(spec, this.turns)
    this.embedders.push(embedder)
    return embedder
  }
}

const MANY_TURNS = 500

/** A turn as the library takes it. */
export function turnInput(spec: TurnSpec, { session_started_at: starts }: Input): TurnInput {
  const { id, session, speaker, timestamp, role, metadata } = spec
  const sessionStart = session === undefined ? undefined : starts?.[session]
  return {
    ...(id === undefined ? {} : { id }),
    ...(session === undefined ? {} : { session }),
    ...(sessionStart === undefined ? {} : { sessionStart }),
    speaker,
    text: textOf(spec) as string,
    ...(timestamp === undefined ? {} : { time: timestamp as string | null }),
    ...(role === undefined ? {} : { role }),
    ...(metadata === undefined ? {} : { metadata: metadata as NonNullable<TurnInput['metadata']> }),
  }
}

export function textOf({ text, text_spec: spec }: TurnSpec): unknown {
  return spec === undefined ? text : generateText(spec)
}
