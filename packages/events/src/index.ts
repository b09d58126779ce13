export { agentEventMessage, createAnnouncer, createAnnouncing, tellOfEvent } from './announcing/announcer.js';
export type { Announcer, Announcing } from './announcing/announcer.js';
export type { Timing as HintTiming } from './announcing/hint-coalescing.js';
export type { Hints, Streamed } from './announcing/hints.js';
export { Publishing } from './announcing/publishing.js';
export { channelQueries } from './channels.js';
export { pollQueries } from './channels/poll.js';
export type { DueTask, PendingTrigger } from './channels/poll.js';
export { breakerQueries } from './channels/webhook-breaker.js';
export type { BreakerRecord, Breakers } from './channels/webhook-breaker.js';
export type { ClaimedAttempt, WebhookClaim } from './channels/webhook-claim.js';
export type { FinishedAttempt, Webhooks } from './channels/webhook.js';
export { websocketQueries } from './channels/websocket.js';
export type { ClaimedForSocket, SocketClaim } from './channels/websocket.js';
export { eventLogQueries } from './event-log.js';
export type { EventLog, EventRecord } from './event-log.js';
export {
  decisionResolvedFrame,
  eventFrame,
  frameWithLinks,
  taskDueFrame,
  taskTriggerFrame,
  userMessageFrame,
  withPayload,
} from './frames/frames.js';
export { appendedEvent, byPushNo, outgoingEvent } from './outgoing-event.js';
export type { AppendedRow, ArrivedEvent, OutgoingEvent } from './outgoing-event.js';
export { firstKept, placeOfTime } from './place-in-log.js';
export { replayedEvents } from './replayed-events.js';
export type { ReplayedState, ReplayFilter } from './replayed-events.js';
