import { FRAME_BYTES_MAX, SOCKETS_PER_AGENT_MAX } from '@svc/domain';
import type { CloseReason } from '@svc/domain';
import { saysBackendIsAway } from '@svc/runtime';
import type { AddressReader, Logger, UpgradeListener } from '@svc/runtime';
import { noteKeyUse } from '@svc/store';
import type { HubClaim } from '@svc/store';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Disconnects } from './disconnects.js';
import {
  endUnread,
  FIRST_FRAME_BYTES_MAX,
  FRAME_HEADER_BYTES_MAX,
  agentIdOfPath,
  refuseUpgrade,
  streamListener,
} from './upgrade.js';
import { greeting, logPosition, judgeFirstFrame } from './handshake.js';
import type { LogPosition, AcceptedHandshake } from './handshake.js';
import type { MessageBuffers } from './message-buffers.js';
import type { IncomingFrames } from './incoming-frames.js';
import type { HubLimits } from './limits.js';
import type { HubStore, TellPresence } from './claims.js';
import { Session } from './session.js';
import type { SessionContext } from './session.js';
import type { Sessions } from './sessions.js';
import { SocketPool } from './socket-pool.js';

/** The state of a socket, kept on the socket itself so that all sockets share the same listeners. */
type SocketState =
  | { phase: 'unauthenticated'; pathAgentId: string; bytes: number }
  /** Frames that an agent sends directly after its auth frame wait for the result. */
  | { phase: 'authenticating'; early: Buffer[] }
  | { phase: 'open'; session: Session };

const TOO_LARGE = 'the first frame is larger than 4 KiB';

const STATE = Symbol('state');
const STREAM = Symbol('stream');
type HubSocket = WebSocket & { [STATE]: SocketState; [STREAM]: Duplex };

export interface SocketsContext extends SessionContext {
  store: HubStore;
  limits: HubLimits;
  logger: Logger;
  sessions: Sessions;
  disconnects: Disconnects;
  incoming: IncomingFrames;
  buffers: MessageBuffers;
  tellPresence: TellPresence;
  /** The hub's claim, or `null` while it has none: no agent may connect then. */
  claim: () => HubClaim | null;
  addressOf: AddressReader;
}

export class Sockets extends SocketPool<HubSocket> {
  readonly #context: SocketsContext;
  readonly #listenToStream: (stream: Duplex, socket: HubSocket) => void;

  constructor(context: SocketsContext) {
    super({ ...context.limits, maxPayload: FRAME_BYTES_MAX });
    this.#context = context;
    this.#listenToStream = streamListener<HubSocket>(this.#arrived.bind(this));
  }

  /** The hub keeps nothing of the request, so that its memory can be freed. */
  readonly upgrade: UpgradeListener = (request, stream, head) => {
    const { addressOf, claim } = this.#context;
    const pathAgentId = agentIdOfPath(request.url);
    if (pathAgentId === null) return refuseUpgrade(stream, { status: 404, detail: 'Not found' });
    const { network } = addressOf(request);
    this.accept({ request, stream, head, network, isRefused: claim() === null }, (socket) => {
      socket[STREAM] = stream;
      socket[STATE] = { phase: 'unauthenticated', pathAgentId, bytes: 0 };
      this.#listenToStream(stream, socket);
    });
  };

  /** Closes sockets that are too late. If this process stood still, answers may be unread. */
  check(nowMs: number, stoodStill: boolean): void {
    const { limits, sessions } = this.#context;
    this.closeLate(nowMs);
    for (const session of sessions.all()) {
      const { pingSince } = session.outbox;
      const waitedMs = pingSince === null ? null : nowMs - pingSince;
      if (waitedMs === null) {
        if (nowMs - session.seenAtMs >= limits.idlePingMs) session.ping();
      } else if (session.socket.isPaused || stoodStill) session.outbox.excusePing(nowMs);
      else if (waitedMs >= limits.pongTimeoutMs) this.#dropSession(session);
    }
  }

  closeSession(sessionId: string, reason: CloseReason): void {
    const session = this.#context.sessions.find(sessionId);
    if (session !== undefined) this.close(session.socket as HubSocket, reason);
  }

  protected override received(socket: HubSocket, data: Buffer): void {
    const state = socket[STATE];
    if (state.phase === 'open') {
      state.session.seenAtMs = performance.now();
      if (!this.#context.incoming.receive(state.session, data)) this.close(socket, 'tooManyFrames');
    } else if (state.phase === 'unauthenticated') {
      if (data.length > FIRST_FRAME_BYTES_MAX) return this.close(socket, 'notAuthenticated', TOO_LARGE);
      socket[STATE] = { phase: 'authenticating', early: [] };
      this.authenticating(socket);
      void this.#authenticate(socket, { pathAgentId: state.pathAgentId, data });
    } else if (state.early.length < this.#context.limits.incomingFramesMax) {
      state.early.push(data);
    } else {
      this.close(socket, 'tooManyFrames');
    }
  }

  async #authenticate(socket: HubSocket, first: { pathAgentId: string; data: Buffer }): Promise<void> {
    const { store, logger, claim, disconnects } = this.#context;
    // Later frames wait in the socket until it is clear who sends them.
    socket.pause();
    try {
      const result = await judgeFirstFrame(first, store, Date.now());
      const hub = claim();
      if (!result.accepted) return this.close(socket, result.reason, result.detail);
      if (hub === null) return this.close(socket, 'draining');
      const { sessionId, credential, openedBy } = result;
      const { agentId } = result.agent;
      const revokeAt = credential.endsAt;
      const position = await logPosition(store, agentId, result.after);
      try {
        const resumes = result.resume || position.isReplayed;
        await store.presence.connect({ sessionId, agentId, ...hub, revokeAt, ...openedBy, resumes });
      } catch (error) {
        // The database may have stored it nevertheless.
        disconnects.undo(sessionId);
        throw error;
      }
      if (socket.readyState !== socket.OPEN) return disconnects.undo(sessionId);
      this.#open(socket, result, position);
    } catch (error) {
      logger[saysBackendIsAway(error) ? 'warn' : 'error']({ err: error }, 'could not authenticate a socket');
      socket.close(1011, 'Internal error');
      endUnread(socket[STREAM]);
    } finally {
      this.authenticated(socket);
      socket.resume();
    }
  }

  #open(socket: HubSocket, accepted: AcceptedHandshake, position: LogPosition): void {
    const { sessions, tellPresence } = this.#context;
    const { agentId, ownerId } = accepted.agent;
    const opening = { accepted, position, socket, stream: socket[STREAM], nowMs: performance.now() };
    const session = new Session(opening, this.#context);
    const state = socket[STATE];
    const early = state.phase === 'authenticating' ? state.early : [];
    socket[STATE] = { phase: 'open', session };
    sessions.add(session);
    this.#noteKeyUse(session);
    for (const frame of greeting(accepted, position)) socket.send(frame);
    tellPresence(agentId, ownerId);
    // Without those that are closing: one that does not answer would admit more and more others.
    const open = sessions.of(agentId).filter((other) => other.socket.readyState === socket.OPEN);
    if (open[0] !== undefined && open.length > SOCKETS_PER_AGENT_MAX)
      this.close(open[0].socket as HubSocket, 'tooManySockets');
    session.claimOpen();
    for (const data of early) this.received(socket, data);
  }

  #arrived(socket: HubSocket, chunk: Buffer): void {
    const state = socket[STATE];
    if (state.phase === 'unauthenticated') {
      state.bytes += chunk.length;
      // In a moment, since they may hold the first frame, and ws refuses what is too large for anybody.
      if (state.bytes > FIRST_FRAME_BYTES_MAX + FRAME_HEADER_BYTES_MAX)
        setImmediate(() => this.#refuseLarge(socket));
    } else if (state.phase === 'open' && !this.#context.buffers.arrive(state.session, chunk.length)) {
      this.close(socket, 'tooManyFrames');
      endUnread(socket[STREAM]);
    }
  }

  /** ws has one size for all frames of a socket, and it needs that of a message with an image. */
  #refuseLarge(socket: HubSocket): void {
    if (socket[STATE].phase === 'unauthenticated' && socket.readyState === socket.OPEN)
      this.close(socket, 'notAuthenticated', TOO_LARGE);
  }

  protected override ponged(socket: HubSocket, data: Buffer): void {
    const state = socket[STATE];
    if (state.phase !== 'open') return;
    this.#context.buffers.passControl(state.session, data.length);
    state.session.seenAtMs = performance.now();
    if (!state.session.closed) state.session.confirm(data.toString('latin1'));
  }

  protected override pinged(socket: HubSocket, data: Buffer): void {
    const state = socket[STATE];
    if (state.phase === 'open') this.#context.buffers.passControl(state.session, data.length);
    super.pinged(socket, data);
  }

  protected override closed(socket: HubSocket): void {
    super.closed(socket);
    const state = socket[STATE];
    if (state.phase !== 'open') return;
    this.#noteKeyUse(state.session);
    this.#context.buffers.forget(state.session);
    this.#context.incoming.closed(state.session);
    this.#context.disconnects.begin(state.session);
  }

  /** A key is used when a session begins by it and when that session ends. */
  #noteKeyUse({ key }: Session): void {
    const { store, logger } = this.#context;
    if (key !== null) noteKeyUse(key.keyId, { keys: store.agentKeys, logger });
  }

  #dropSession(session: Session): void {
    this.#context.logger.info(
      { agent_id: session.agentId, session_id: session.id },
      'dropped an unresponsive socket',
    );
    this.drop(session.socket as HubSocket);
    this.#context.disconnects.begin(session);
  }

  protected override close(socket: HubSocket, reason: CloseReason, detail?: string): void {
    super.close(socket, reason, detail);
    if (socket[STATE].phase !== 'open') endUnread(socket[STREAM]);
  }
}
