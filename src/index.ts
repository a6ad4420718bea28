// The public names, in the order in which a user meets them.

export { type FormatOptions, formatEvidence } from './answer/format-evidence.ts'
export { formatQuoteTrail } from './answer/format-quote-trail.ts'
export { type QuoteTrail, quoteTrail, type TrailClaim, type TrailQuote } from './answer/quote-trail.ts'
export type {
  Abortable,
  Anchoring,
  AnchoringOptions,
  AskEvent,
  AskOptions,
  Budget,
  CallLimits,
  ContentPart,
  EpisodeOptions,
  ForgetScope,
  HardFilters,
  LogEntry,
  Memory,
  MemoryOptions,
  ReadFilter,
  RecallOptions,
  TurnInput,
  TurnText,
} from './api.ts'
export type { Embedder } from './embed/embedder.ts'
export {
  type EmbeddingModelLike,
  type EmbeddingModelOptions,
  fromEmbeddingModel,
} from './embed/from-embedding-model.ts'
export { createLocalEmbedder } from './embed/local-embedder.ts'
export { createOpenAICompatibleEmbedder } from './embed/openai-compatible-embedder.ts'
export { presets as routePresets, type RouteSettings } from './episodes/route-settings.ts'
export type {
  ConversationPart,
  ConversationTurn,
  FileProgress,
  ImportFormat,
} from './import/conversation-part.ts'
export { exportJsonl } from './import/export-jsonl.ts'
export {
  type Imported,
  type ImportedBank,
  type ImportOptions,
  type ImportTarget,
  importConversations,
} from './import/import-conversations.ts'
export { type ReadOptions, readConversations } from './import/read-conversations.ts'
export { modelsFromEnvironment } from './llm/from-environment.ts'
export { createLlamaCppModel, type LlamaCppModel, type LlamaCppOptions } from './llm/llama-cpp.ts'
export type {
  FinishReason,
  LanguageModelClient,
  ModelChunk,
  ModelReply,
  ModelRequest,
} from './llm/model-client.ts'
export type { ModelOption, ModelsOption } from './llm/models-option.ts'
export { createOpenAICompatibleModel, type OpenAICompatibleOptions } from './llm/openai-compatible.ts'
export { openMemory } from './memory.ts'
export type { AbstainReason, Citation, Verdict } from './model/answer.ts'
export type { Day, DayRange, Instant, Span } from './model/day-range.ts'
export type {
  Activation,
  Episode,
  EpisodeEvidence,
  EpisodeHead,
  EpisodePlace,
  EpisodeTurn,
  Pathway,
  Quote,
  Reading,
} from './model/episode.ts'
export {
  ClosedError,
  ConflictError,
  ContextTooLongError,
  EmbeddingDimensionError,
  EmbeddingModelError,
  IndexCorruptError,
  MalformedModelOutputError,
  ModuleMissingError,
  NativeModuleError,
  NotFoundError,
  ProviderAuthError,
  ProviderError,
  ProviderOverloadedError,
  ProviderRefusedError,
  ProviderTimeoutError,
  ReadOnlyStoreError,
  ReinstateError,
  ScopeRequiredError,
  StoreBusyError,
  StoreFormatError,
  StoreFullError,
  ValidationError,
} from './model/errors.ts'
export type { Evidence, EvidenceReason, Standing, Tier } from './model/evidence.ts'
export type {
  Certainty,
  EpisodicContext,
  EventTime,
  MemoryUnit,
  Modality,
  Recurrence,
  UnitId,
} from './model/memory-unit.ts'
export type {
  AnswerKind,
  InformationNeed,
  OrderRelation,
  RecallFrame,
  TimeCondition,
} from './model/recall-frame.ts'
export type {
  Answer,
  Consultation,
  IndexState,
  PlannedQuery,
  Recollection,
  Reconstruction,
  ReflectionRound,
  Trace,
  TracedUnit,
} from './model/recollection.ts'
export type { Json, Session, SessionId, Turn, TurnId } from './model/turn.ts'
export type { ModelCall, ModelRole, TaskName, TokenUsage, Usage } from './model/usage.ts'
export { presets } from './recall/presets.ts'
export { type RankedSession, rankSessions } from './recall/rank-sessions.ts'
export type { RecallSettings } from './recall/settings.ts'
export type * from './store/episode-shelf.ts'
export { type BankFile, bankPath, listBanks, removeBank } from './store/home.ts'
export { openSqliteStore } from './store/sqlite/open-sqlite-store.ts'
export type * from './store/store.ts'
export type { Appended, Forgotten, Verification } from './store/store.ts'
export type * from './store/window-queue.ts'
