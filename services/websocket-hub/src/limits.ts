import { FRAME_BYTES_MAX, HUB_HEARTBEAT_INTERVAL_MS } from '@svc/domain';

/** Tests shorten the times. */
export const HUB_LIMITS = {
  /** Then 4001. */
  authTimeoutMs: 10_000,
  /** After a ping; then 4009. */
  pongTimeoutMs: 10_000,
  /** Without any traffic. */
  idlePingMs: 25_000,
  /** For the answer to a close frame. */
  closeTimeoutMs: 2_000,
  heartbeatIntervalMs: HUB_HEARTBEAT_INTERVAL_MS,
  /** Of sessions in the store that the hub does not know. */
  sessionPurgeMs: 30_000,
  heartbeatTimeoutMs: 3_000,
  /** Without a heartbeat. A second or two later others count the hub as gone, and send it no more events. */
  fenceAfterMs: 8_000,
  checkIntervalMs: 1_000,
  /** A further one is refused with 503. */
  socketsMax: 50_000,
  /** A further one is refused with 503. */
  unauthenticatedMax: 10_000,
  unauthenticatedPerAddressMax: 1_000,
  /** Unconfirmed events, before a socket is paused. */
  windowFrames: 256,
  /** One frame is always let through. */
  windowBytes: 512 * 1024,
  /** Frames that wait, before the socket is no longer read. */
  incomingFramesMax: 16,
  incomingBytesMax: FRAME_BYTES_MAX,
  /** Of messages that have begun to come, or wait to be taken: of all agents, and of those of one user. */
  bufferBytesMax: 512 * 1024 * 1024,
  bufferBytesPerUserMax: 128 * 1024 * 1024,
  /** Unread by an agent, before its socket is closed. More than a window of events. */
  bufferedBytesMax: 4 * 1024 * 1024,
  /** On average, and at once after a pause. */
  framesPerSecond: 100,
  framesBurst: 500,
  /** Consoles hear of typing once in this time, for each socket. */
  typingIntervalMs: 2_000,
  /** Of all agents; what exceeds it is dropped, so that changes need not wait for it. */
  typingPerSecond: 100,
  /** Of frames, over all of an agent's sockets. */
  agentBytesPerMinute: 256 * 1024 * 1024,
  /** Each message carries up to 64 events, or frames of some 80,000 characters. */
  prefetch: 32,
  /** Of the client app; a further one is refused with 503. */
  clientSocketsMax: 10_000,
  /** A further one is refused with 503. */
  clientUnauthenticatedMax: 1_000,
  clientUnauthenticatedPerAddressMax: 200,
  /** At once: a flood of sockets must not take the database from the heartbeat. */
  clientLookUpsMax: 4,
  /** When one more comes, the oldest is closed with 1008. */
  clientSocketsPerUserMax: 20,
  /** Without any traffic. */
  clientPingMs: 30_000,
  /** For sessions that have ended. */
  clientSessionCheckMs: 2_000,
  /** Unread by a client app, before its socket is dropped. */
  clientBufferedBytesMax: 64 * 1024,
  /** Unread, before text that grows is left out, which the app then asks for. */
  clientStreamBufferedBytesMax: 16 * 1024,
  /** On average, and at once after a pause. */
  clientFramesPerSecond: 2,
  clientFramesBurst: 20,
  /** For one answer of the database, for receipts, and then for sockets to close. */
  drainStoreMs: 1_000,
  drainReceiptsMs: 3_000,
  drainCloseMs: 2_000,
  /** Together, before the hub stops consuming and gives its slot up. */
  drainMs: 5_500,
};

export type HubLimits = Record<keyof typeof HUB_LIMITS, number>;
