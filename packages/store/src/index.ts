export type { AgentChanges, AgentIdentity, AgentRecord, Agents } from './agents.js';
export type { Attempts, AttemptRequest, FinishedAttempt, ReservedAttempt } from './attempts.js';
export type { ConversationRecord, Conversations, HistoryPage, MessageRecord } from './conversations.js';
export type { EndedDecision, Resolution } from './decision-answers.js';
export type { ExpiredDecision } from './decision-expiry.js';
export type { DecisionRecord, EventToPublish } from './decision-record.js';
export type { NewDecision, RequestedDecision } from './decision-requests.js';
export type { AskedAction, DecisionRuleRecord, DecisionRules } from './decision-rules.js';
export type { DecisionPage, Decisions } from './decisions.js';
export type { AttemptRecord, EventLog, EventLogQuery, EventRecord } from './event-log.js';
export type { DueEvent } from './due-events.js';
export type { CarriedEvent, EventRoute, Events, OpenEvents } from './events.js';
export type { MediaRecord, MediaRecords } from './media-records.js';
export type {
  NewAgentMessage,
  NewUserMessage,
  WrittenAgentMessage,
  WrittenUserMessage,
} from './message-writes.js';
export { migrate } from './migrate.js';
export type { HubBeat, HubClaim, LostAgent, NewAgentSession, Presence } from './presence.js';
export type { RepeatedOccurrence } from './repeated-occurrences.js';
export type { ManualRun, RunNow } from './run-now.js';
export type { ScheduleClaim, ScheduleClaims, ScheduledRun } from './schedule-claims.js';
export {
  createScratchDatabase,
  createScratchTemplate,
  dropScratchDatabases,
  serverOfRun,
} from './scratch-database.js';
export type { ScratchDatabase } from './scratch-database.js';
export { openStore } from './store.js';
export type { Store, StoreOptions } from './store.js';
export type {
  StartedRun,
  TriggerCall,
  TriggerIntake,
  TriggerIntakeOptions,
  TriggerOutcome,
} from './trigger-intake.js';
export type { AppendedBlock, ContextBlockRecord, ContextBlocks } from './context-blocks.js';
export type { DueTask, PendingTrigger, Polls } from './polls.js';
export type { CompletedRun, RunCompletion, RunCompletions } from './run-completion.js';
export type { RunPage, RunRecord, Runs } from './runs.js';
export type { TaskRecord, TaskScope } from './task-record.js';
export type { NewTask, TaskChanges, Tasks } from './tasks.js';
