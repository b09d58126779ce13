import { FRAME_BYTES_MAX, HUB_HEARTBEAT_INTERVAL_MS } from '@svc/domain';

/** Every bound of the hub. Tests shorten the times. */
export const HUB_LIMITS = {
  /** A socket that has not authenticated by then is closed with 4001. */
  authTimeoutMs: 10_000,
  /** A socket that does not answer a ping by then is closed with 4009. */
  pongTimeoutMs: 10_000,
  /** A socket on which nothing happened for this long is pinged. */
  idlePingMs: 25_000,
  /** A socket that has not answered a close frame by then is cut off. */
  closeTimeoutMs: 2_000,
  heartbeatIntervalMs: HUB_HEARTBEAT_INTERVAL_MS,
  /** How often the hub removes sessions from the store that it does not know. */
  sessionPurgeMs: 30_000,
  heartbeatTimeoutMs: 3_000,
  /** Without a heartbeat the hub closes its agents' sockets then; soon after, others count it as gone. */
  fenceAfterMs: 8_000,
  checkIntervalMs: 1_000,
  /** Open sockets; a further one is refused with 503. */
  socketsMax: 50_000,
  /** Sockets that have not authenticated yet; a further one is refused with 503. */
  unauthenticatedMax: 10_000,
  unauthenticatedPerAddressMax: 1_000,
  /** Event frames that a socket may leave unconfirmed before it is paused. */
  windowFrames: 256,
  /** Their size, in bytes. One frame is always let through. */
  windowBytes: 512 * 1024,
  /** Frames from one agent that may wait before its socket is no longer read. */
  incomingFramesMax: 16,
  incomingBytesMax: FRAME_BYTES_MAX,
  /** Bytes of messages that have begun, or wait to be taken: of all agents, and of those of one user. */
  bufferBytesMax: 512 * 1024 * 1024,
  bufferBytesPerUserMax: 128 * 1024 * 1024,
  /** Bytes that an agent has not read, before its socket is closed. More than a window of events. */
  bufferedBytesMax: 4 * 1024 * 1024,
  /** Frames per second that an agent may send on average, and at once after a pause. */
  framesPerSecond: 100,
  framesBurst: 500,
  /** An agent's consoles hear of its typing once in this time, for each of its sockets. */
  typingIntervalMs: 2_000,
  /** Agents' typing told per second; what exceeds it is dropped, so that changes need not wait for it. */
  typingPerSecond: 100,
  /** Bytes of frames that an agent may send in a minute, over all of its sockets. */
  agentBytesPerMinute: 256 * 1024 * 1024,
  /** Each message carries up to 64 events, or frames of some 80,000 characters. */
  prefetch: 32,
  /** Open sockets of the client app; a further one is refused with 503. */
  clientSocketsMax: 10_000,
  /** Of these, sockets that have not authenticated yet; a further one is refused with 503. */
  clientUnauthenticatedMax: 1_000,
  clientUnauthenticatedPerAddressMax: 200,
  /** Sessions looked up at once. A flood of sockets must not take the database from the heartbeat. */
  clientLookUpsMax: 4,
  /** Sockets of one user. When one more comes, the oldest is closed with 1008. */
  clientSocketsPerUserMax: 20,
  /** A client app's socket on which nothing happened for this long is pinged. */
  clientPingMs: 30_000,
  /** How often the hub checks whether the sessions of the client app's sockets have ended. */
  clientSessionCheckMs: 2_000,
  /** Bytes that may wait until a client app reads them, before its socket is dropped. */
  clientBufferedBytesMax: 64 * 1024,
  /** The same before text that grows is left out, which the app then asks for. */
  clientStreamBufferedBytesMax: 16 * 1024,
  /** Frames per second that a client app may send on average, and at once after a pause. */
  clientFramesPerSecond: 2,
  clientFramesBurst: 20,
  /** How long a stopping hub waits for the database, for receipts, and then for sockets to close. */
  drainStoreMs: 1_000,
  drainReceiptsMs: 3_000,
  drainCloseMs: 2_000,
  /** How long all this may take together, before the hub stops consuming and gives its slot up. */
  drainMs: 5_500,
};

export type HubLimits = Record<keyof typeof HUB_LIMITS, number>;
