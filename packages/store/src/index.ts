export type { AgentKeyIdentity, AgentKeyRecord, AgentKeys } from './agent-keys/agent-keys.js';
export type { AgentWebhook } from './agents/signing-secrets.js';
export { mayEnter, proveAgent } from './agents/agent-proof.js';
export type { AgentClaim, AgentCredential, AgentProof, AgentProofStore } from './agents/agent-proof.js';
export type { AgentRecord } from './agents/agent-record.js';
export type { AgentChanges, AgentIdentity, Agents } from './agents/agents.js';
export type { DeviceLoginOutcome, DeviceLoginRecord, DeviceLogins } from './device-logins/device-logins.js';
export { proveApiKey } from './api-keys/api-key-proof.js';
export type { ApiKeyProof } from './api-keys/api-key-proof.js';
export type { ApiKeyIdentity, ApiKeyRecord, ApiKeys } from './api-keys/api-keys.js';
export type { AuditDetails, AuditedCall, NewAuditEntry } from './audit/audit-entry.js';
export type { AuditLog, AuditRecord } from './audit/audit-log.js';
export type {
  ArrivedEvent,
  AttemptRecord,
  BreakerRecord,
  Breakers,
  ClaimedAttempt,
  DueTask,
  EventLog,
  EventLogQuery,
  EventRecord,
  FinishedAttempt,
  OutgoingEvent,
  PendingTrigger,
  Polls,
  Webhooks,
} from '@svc/events';
export type {
  ConversationPlace,
  ConversationRecord,
  ShownConversations,
} from './messages/conversation-lists.js';
export type { ChangedConversation, ConversationMarks } from './messages/conversation-marks.js';
export type { Conversations, HistoryPage, MessageRecord } from './messages/conversations.js';
export type { Readings } from './messages/readings.js';
export type { EndedDecision, Resolution } from './decisions/decision-answers.js';
export type { ExpiredDecision } from './decisions/decision-expiry.js';
export type { DecisionForm, DecisionRecord, ResolvedBy } from './decisions/decision-record.js';
export type { NewDecision, NewForm, RequestedDecision } from './decisions/decision-requests.js';
export type { AskedAction, DecisionRuleRecord, DecisionRules } from './decisions/decision-rules.js';
export type { Deletions, DeletionTarget } from './deletions/deletions.js';
export { EXPORT_ATTEMPTS_MAX } from './exports/exports.js';
export type { ExportedBlock, ExportedFile } from './exports/exported-rows.js';
export type { ClaimedExport, ExportFormat, ExportRecord, Exports, ExportState } from './exports/exports.js';
export type { ErasureRecord, Erasures } from './deletions/erasures.js';
export type { DeletedConversation, DeletedMessage, MessageDeletions } from './deletions/message-deletions.js';
export type { DecisionPage, Decisions, RemindedDecision } from './decisions/decisions.js';
export type { InvitationRecord, Invitations } from './invitations/invitations.js';
export { noteKeyUse } from './keys/key-uses.js';
export type { MediaRecords } from './messages/media-records.js';
export type { NewUpload, UploadOwner, UploadRecord, Uploads } from './messages/uploads.js';
export type { KeptStreams, MessageStreams, StreamPiece, StreamRecord } from './messages/message-streams.js';
export type {
  NewAgentMessage,
  NewUserMessage,
  WrittenAgentMessage,
  WrittenUserMessage,
} from './messages/new-messages.js';
export { isDataRefused, migrate, OtherVersionError } from '@svc/database';
export type { HubBeat, HubClaim } from './presence/hub-slots.js';
export type { LostAgent, NewAgentSession, Presence } from './presence/presence.js';
export type { ReplayRecord } from './replays/replay-record.js';
export type { CountedReplay, ReplayCount, ReplayCounting } from './replays/replay-counts.js';
export type { NewReplay, Replays } from './replays/replays.js';
export type { ReplayStep, ReplaySteps } from './replays/replay-steps.js';
export { EXPIRED_KINDS } from './retention/expired.js';
export type { Expired, ExpiredKind } from './retention/expired.js';
export { RETENTION_KINDS } from './retention/retention.js';
export type { RemovedRows, Retention, RetentionKind, RetentionStep } from './retention/retention.js';
export type { ManualRun, RunNow } from './runs/run-now.js';
export type {
  RepeatedOccurrence,
  ScheduleClaim,
  ScheduleClaims,
  ScheduledRun,
} from './schedules/schedule-claims.js';
export {
  createScratchDatabase,
  createScratchTemplate,
  dropScratchDatabases,
  serverOfRun,
} from '@svc/database';
export type { ScratchDatabase } from '@svc/database';
export type { Search, Searches, SearchHit, SearchPlace } from './search/search.js';
export type { NewestStep, PassStep, SearchIndex } from './search/search-index.js';
export type { ResealingStep, SealedWith, Sealing } from './sealing/sealing.js';
export type { PasswordTries, TryBackoff } from './user-sessions/password-tries.js';
export { trySubject } from './user-sessions/password-tries.js';
export type {
  IdempotentAnswer,
  IdempotentCaller,
  IdempotentCalls,
  KeptAnswer,
} from './idempotency/idempotent-calls.js';
export { openStore } from './store.js';
export type { Store, StoreOptions } from './store.js';
export type {
  KnownSender,
  NewRefusals,
  RefusedTask,
  StartedRun,
  TriggerCall,
  TriggerIntake,
  TriggerIntakeOptions,
  TriggerOutcome,
  WaitingPolicy,
} from './triggers/trigger-intake.js';
export type { QuickReplyOffer } from './messages/quick-replies.js';
export type { AppendedBlock, ContextBlockRecord, ContextBlocks } from './runs/context-blocks.js';
export type {
  CancelledRun,
  EndedRun,
  RunCancellation,
  RunCancellations,
  RunCompletion,
  RunCompletions,
} from './runs/run-endings.js';
export type { Heartbeat, ProgressReport, RunSign, RunSigns } from './runs/run-signs.js';
export type { OverdueClaim, OverdueRun, OverdueRuns, OverdueStep } from './runs/overdue-runs.js';
export type {
  ListedRuns,
  RunPage,
  RunProgress,
  RunQuery,
  RunRecord,
  Runs,
  RunsInProgress,
} from './runs/runs.js';
export type { TaskRecord, TaskScope, TaskSender } from './tasks/task-record.js';
export type { NewTask, TaskChanges, Tasks } from './tasks/tasks.js';
