// The entry point `reinstate/ai-sdk`: what an application of the AI SDK needs of a memory.

export { type MemoryMiddlewareOptions, memoryMiddleware } from './memory-middleware.ts'
export {
  type MemoryTools,
  type MemoryToolsOptions,
  memoryTools,
  type Recalled,
  type Remembered,
} from './memory-tools.ts'
export { messagesFromTurns, type TurnLike } from './messages-from-turns.ts'
export { type TurnsFromMessagesOptions, turnsFromMessages } from './turns-from-messages.ts'
