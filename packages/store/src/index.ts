export { mayEnter, proveAgent } from './agents/agent-proof.js';
export type { AgentCredential, AgentProof, AgentProofStore } from './agents/agent-proof.js';
export type { AgentIdentity, AgentRecord, AgentWebhook } from './agents/agents.js';
export type { AuditedCall, AuditLog, AuditRecord } from './audit/audit-log.js';
export { OtherVersionError, migrate } from './migrate.js';
export { isDataRefused } from './database/unfit-connections.js';
export {
  createScratchDatabase,
  createScratchTemplate,
  dropScratchDatabases,
  serverOfRun,
} from './database/scratch-database.js';
export type { ScratchDatabase } from './database/scratch-database.js';
export { rows } from './database/statements/statement.js';
export type { DecisionRecord, NewForm } from './decisions/decision-requests.js';
export type { Decisions, EndedDecision } from './decisions/decisions.js';
export type { Deletions, ErasureRecord } from './deletions/deletions.js';
export type { DeviceLoginOutcome } from './device-logins/device-logins.js';
export {
  agentEventMessage,
  createAnnouncing,
  rungEvent,
  tellOfEvent,
} from './events/announcing/announcer.js';
export type { Announcer, Announcing } from './events/announcing/announcer.js';
export type { Hints, Streamed } from './events/announcing/hints.js';
export type { PendingTrigger } from './events/channels/poll.js';
export type { BreakerRecord, Breakers, FinishedAttempt, Webhooks } from './events/channels/webhook.js';
export type { ClaimedAttempt } from './events/channels/webhook-claim.js';
export type { ClaimedForSocket, SocketClaim } from './events/channels/websocket.js';
export type { EventRecord } from './events/event-log.js';
export { frameWithLinks, userMessageFrame } from './events/frames/frames.js';
export type { ArrivedEvent, OutgoingEvent } from './events/frames/frames.js';
export { EXPORT_ATTEMPTS_MAX } from './exports/exports.js';
export type { ClaimedExport, ExportRecord, ExportedBlock, ExportedFile, Exports } from './exports/exports.js';
export type {
  IdempotentAnswer,
  IdempotentCaller,
  IdempotentCalls,
  KeptAnswer,
} from './idempotency/idempotent-calls.js';
export type { Invitations } from './invitations/invitations.js';
export { noteKeyUse, proveApiKey } from './keys/keys.js';
export type { AgentKeys, ApiKeys } from './keys/keys.js';
export type { ConversationPosition, ConversationRecord, MessageRecord } from './messages/conversations.js';
export type { KeptStream, MessageStreams, StreamRecord } from './messages/message-streams.js';
export type { QuickReplyOffer } from './messages/message-writes.js';
export type { MediaRecords, UploadOwner, UploadRecord, Uploads } from './messages/uploads.js';
export type { HubBeat, HubClaim, Presence } from './presence/presence.js';
export type { ReplayRecord } from './replays/replays.js';
export type { ReplaySteps } from './replays/replay-steps.js';
export type { Retention, RetentionKind, RetentionStep } from './retention/retention.js';
export type { ContextBlockRecord } from './runs/context-blocks.js';
export type { OverdueRun, OverdueRuns, OverdueStep } from './runs/overdue-runs.js';
export type { ListedRuns, ManualRun, RunContents, RunRecord } from './runs/runs.js';
export type { ScheduleClaim, ScheduleClaims, ScheduledRun } from './schedules/schedule-claims.js';
export type { ResealingStep, SealedWith, Sealing } from './sealing/sealing.js';
export type { SearchIndex } from './search/search-index.js';
export type { SearchHit, SearchPosition } from './search/search.js';
export { openStore } from './store.js';
export type { Store, StoreOptions } from './store.js';
export type { TaskRecord, TaskScope } from './tasks/task-record.js';
export type {
  KnownSender,
  NewRefusals,
  TriggerIntake,
  TriggerIntakeOptions,
  TriggerOutcome,
} from './triggers/trigger-intake.js';
export { trySubject } from './accounts/password-tries.js';
export type { TryBackoff } from './accounts/password-tries.js';
export * as sql from './database/statements/generated/index.js';
