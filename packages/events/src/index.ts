export { agentEventMessage, createAnnouncer } from './announcing/announcer.js';
export type { Announcer } from './announcing/announcer.js';
export { createAnnouncing, tellOfEvent } from './announcing/announcing.js';
export type { Announcing, AnnouncingOptions } from './announcing/announcing.js';
export type { Timing as HintTiming } from './announcing/hint-coalescing.js';
export { createHints } from './announcing/hints.js';
export type { Concerned, Hints, Streamed } from './announcing/hints.js';
export { Publishing } from './announcing/publishing.js';
export type { PublishLogger } from './announcing/publishing.js';
export { appendEvents } from './append.js';
export { channelQueries } from './channels.js';
export { pollQueries } from './channels/poll.js';
export type { DueTask, PendingTrigger, Polls } from './channels/poll.js';
export { breakerQueries } from './channels/webhook-breaker.js';
export type { BreakerRecord, Breakers } from './channels/webhook-breaker.js';
export type {} from './channels/webhook-claim.js';
export type { ClaimedAttempt, WebhookClaim, WebhookClaimed } from './channels/webhook-claim.js';
export { webhookQueries } from './channels/webhook.js';
export type { FinishedAttempt, Webhooks } from './channels/webhook.js';
export { websocketQueries } from './channels/websocket.js';
export type { ClaimedForSocket, SocketClaim } from './channels/websocket.js';
export { eventLogQueries } from './event-log.js';
export type { AttemptRecord, EventLog, EventLogQuery, EventRecord } from './event-log.js';
export { decisionResolvedFrame } from './frames/decision-resolved.js';
export { eventFrame } from './frames/event-frame.js';
export { frameWithLinks } from './frames/frame-with-links.js';
export { taskDueFrame } from './frames/task-due.js';
export { taskTriggerFrame, taskTriggerHeadSql, withPayload, withPayloadSql } from './frames/task-trigger.js';
export { userMessageFrame } from './frames/user-message.js';
export { appendedColumns, appendedEvent, byPushNo, outgoingEvent } from './outgoing-event.js';
export type { AppendedRow, ArrivedEvent, OutgoingEvent, OutgoingRow } from './outgoing-event.js';
export { firstKept, placeOfTime } from './place-in-log.js';
export { replayedEvents } from './replayed-events.js';
export type { ReplayedState, ReplayFilter } from './replayed-events.js';
export {
  afterLocking,
  beginTime,
  dropEventsOf,
  endEventsOf,
  OPEN_RUN,
  runStatus,
  takeEventsOf,
  touchRun,
} from './receipt-sql.js';
export { ALL_STAGES, byStage, inStage, RUN_STAGE, stageOf } from './run-stage.js';
