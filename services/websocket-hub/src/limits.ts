import { FRAME_BYTES_MAX, HUB_HEARTBEAT_INTERVAL_MS } from '@svc/domain';

/** Every bound of the hub, with its default. Tests shorten the times. */
export interface HubLimits {
  /** A socket that has not authenticated by then is closed with 4001. */
  authTimeoutMs: number;
  /** A socket that does not answer a ping by then is closed with 4009. */
  pongTimeoutMs: number;
  /** A socket on which nothing happened for this long is pinged. */
  idlePingMs: number;
  /** A socket that has not answered a close frame by then is cut off. */
  closeTimeoutMs: number;
  /** How often the hub writes its heartbeat. */
  heartbeatIntervalMs: number;
  /** How often the hub removes sessions from the store that it does not know. */
  sessionPurgeMs: number;
  /** How long the hub waits for the answer to a heartbeat. */
  heartbeatTimeoutMs: number;
  /**
   * A hub that has had no successful heartbeat for this long closes its agents' sockets. A second or two later all others count it as gone,
   * and send it no more events.
   */
  fenceAfterMs: number;
  /** How often sockets are checked against the times above. */
  checkIntervalMs: number;
  /** Open sockets; a further one is refused with 503. */
  socketsMax: number;
  /** Sockets that have not authenticated yet; a further one is refused with 503. */
  unauthenticatedMax: number;
  /** Of these, sockets from one address. */
  unauthenticatedPerAddressMax: number;
  /** Event frames that a socket may leave unconfirmed before it is paused. */
  windowFrames: number;
  /** Their size, in bytes. One frame is always let through. */
  windowBytes: number;
  /** Frames from one agent that may wait before its socket is no longer read. */
  incomingFramesMax: number;
  /** The same in bytes. */
  incomingBytesMax: number;
  /** Bytes of messages that have begun to come, or wait to be taken: of all agents, and of all agents of one user. See `MessageBuffers`. */
  bufferBytesMax: number;
  bufferBytesPerUserMax: number;
  /** Bytes that may wait until an agent reads them, before its socket is closed. More than a window of events. */
  bufferedBytesMax: number;
  /** Frames per second that an agent may send on average, and at once after a pause. */
  framesPerSecond: number;
  framesBurst: number;
  /** An agent's consoles hear of its typing once in this time, for each of its sockets. */
  typingIntervalMs: number;
  /** Agents' typing that this hub tells per second, on average and at once; what exceeds it is dropped, so that changes need not wait for it. */
  typingPerSecond: number;
  /** Bytes of frames that an agent may send in a minute, over all of its sockets. */
  agentBytesPerMinute: number;
  /** Messages that the broker hands out at once. */
  prefetch: number;
  /** Open sockets of the client app; a further one is refused with 503. */
  clientSocketsMax: number;
  /** Of these, sockets that have not authenticated yet; a further one is refused with 503. */
  clientUnauthenticatedMax: number;
  /** Of these, sockets from one address. */
  clientUnauthenticatedPerAddressMax: number;
  /** Sessions looked up at once. A flood of sockets must not take the database from the heartbeat. */
  clientLookUpsMax: number;
  /** Sockets of one user. When one more comes, the oldest is closed with 1008. */
  clientSocketsPerUserMax: number;
  /** A client app's socket on which nothing happened for this long is pinged. */
  clientPingMs: number;
  /** How often the hub checks whether the sessions of the client app's sockets have ended. */
  clientSessionCheckMs: number;
  /** Bytes that may wait until a client app reads them, before its socket is dropped. */
  clientBufferedBytesMax: number;
  /** The same before text that grows is left out, which the app then asks for. */
  clientStreamBufferedBytesMax: number;
  /** Frames per second that a client app may send on average, and at once after a pause. */
  clientFramesPerSecond: number;
  clientFramesBurst: number;
  /** How long a stopping hub waits for one answer of the database, for receipts, and then for sockets to close. */
  drainStoreMs: number;
  drainReceiptsMs: number;
  drainCloseMs: number;
  /** How long all this may take together, before the hub stops consuming and gives its slot up. */
  drainMs: number;
}

export const HUB_LIMITS: HubLimits = {
  authTimeoutMs: 10_000,
  pongTimeoutMs: 10_000,
  idlePingMs: 25_000,
  closeTimeoutMs: 2_000,
  heartbeatIntervalMs: HUB_HEARTBEAT_INTERVAL_MS,
  sessionPurgeMs: 30_000,
  heartbeatTimeoutMs: 3_000,
  fenceAfterMs: 8_000,
  checkIntervalMs: 1_000,
  socketsMax: 50_000,
  unauthenticatedMax: 10_000,
  unauthenticatedPerAddressMax: 1_000,
  windowFrames: 256,
  windowBytes: 512 * 1024,
  incomingFramesMax: 16,
  incomingBytesMax: FRAME_BYTES_MAX,
  bufferBytesMax: 512 * 1024 * 1024,
  bufferBytesPerUserMax: 128 * 1024 * 1024,
  bufferedBytesMax: 4 * 1024 * 1024,
  framesPerSecond: 100,
  framesBurst: 500,
  typingIntervalMs: 2_000,
  typingPerSecond: 100,
  agentBytesPerMinute: 256 * 1024 * 1024,
  prefetch: 2_000,
  clientSocketsMax: 10_000,
  clientUnauthenticatedMax: 1_000,
  clientUnauthenticatedPerAddressMax: 200,
  clientLookUpsMax: 4,
  clientSocketsPerUserMax: 20,
  clientPingMs: 30_000,
  clientSessionCheckMs: 2_000,
  clientBufferedBytesMax: 64 * 1024,
  clientStreamBufferedBytesMax: 16 * 1024,
  clientFramesPerSecond: 2,
  clientFramesBurst: 20,
  drainStoreMs: 1_000,
  drainReceiptsMs: 3_000,
  drainCloseMs: 2_000,
  drainMs: 5_500,
};
