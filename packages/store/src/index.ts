export type { AgentChanges, AgentIdentity, AgentRecord, Agents } from './agents.js';
export type { Attempts, AttemptRequest, FinishedAttempt, ReservedAttempt } from './attempts.js';
export type { ConversationRecord, Conversations, HistoryPage, MessageRecord } from './conversations.js';
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
export type { HubBeat, HubClaim, NewAgentSession, Presence } from './presence.js';
export { createScratchDatabase } from './scratch-database.js';
export type { ScratchDatabase } from './scratch-database.js';
export { openStore } from './store.js';
export type { Store, StoreOptions } from './store.js';
export type { Triggers, TriggerTarget } from './triggers.js';
