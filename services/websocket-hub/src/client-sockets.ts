import { Semaphore } from '@svc/domain';
import { validateClientAuthFrame } from '@svc/proto-events';
import type { ClientAuthOkFrame, StreamsHint } from '@svc/proto-events';
import { saysBackendIsAway } from '@svc/runtime';
import type { AddressReader, Logger, UpgradeListener } from '@svc/runtime';
import type { SessionProof } from '@svc/sign-in';
import type { WebSocket } from 'ws';
import { ClientAudience } from './client-audience.js';
import type { ChangeHint, Listener } from './client-audience.js';
import { isOwnPage, sessionCookieOf, refuseUpgrade, smallFrame } from './upgrade.js';
import { SocketPool } from './socket-pool.js';
import { FrameRate } from './frame-bytes.js';
import { errorFrame, refOf } from './frame-answers.js';
import type { HubLimits } from './limits.js';
import type { UserSessions } from './claims.js';

/** Size of a frame from the client app, in bytes: an auth frame and nothing else. */
const CLIENT_FRAME_BYTES_MAX = 4 * 1024;

const STATE = Symbol('state');
type ClientSocket = WebSocket & { [STATE]: SocketState };

interface SocketState {
  phase: 'unauthenticated' | 'authenticating' | Listener;
  /** When the socket last showed a sign of life. */
  seenAtMs: number;
  /** Since when a ping has waited for its pong, or `null`. */
  pingedAtMs: number | null;
  rate: FrameRate;
}

export interface ClientSocketsContext {
  users: UserSessions;
  limits: HubLimits;
  logger: Logger;
  publicBaseUrl: string;
  addressOf: AddressReader;
}

/** At `/ws/client`. They tell what changed and take nothing but the auth frame. */
export class ClientSockets extends SocketPool<ClientSocket> {
  readonly #context: ClientSocketsContext;
  readonly #audience = new ClientAudience();
  readonly #lookUps: Semaphore;
  #isDraining = false;

  constructor(context: ClientSocketsContext) {
    const { limits } = context;
    super({
      ...limits,
      maxPayload: CLIENT_FRAME_BYTES_MAX,
      socketsMax: limits.clientSocketsMax,
      unauthenticatedMax: limits.clientUnauthenticatedMax,
      unauthenticatedPerAddressMax: limits.clientUnauthenticatedPerAddressMax,
      bufferedBytesMax: limits.clientBufferedBytesMax,
    });
    this.#context = context;
    this.#lookUps = new Semaphore({ max: limits.clientLookUpsMax });
  }

  readonly upgrade: UpgradeListener = (request, stream, head) => {
    const { limits, publicBaseUrl, addressOf } = this.#context;
    const { headers } = request;
    if (!isOwnPage(headers, publicBaseUrl)) {
      return refuseUpgrade(stream, { status: 403, detail: 'Cross-site request refused' });
    }
    const { network } = addressOf(request);
    const isRefused = this.#isDraining || this.#lookUps.waitingCount >= limits.clientUnauthenticatedMax;
    const cookie = sessionCookieOf(headers);
    this.accept({ request, stream, head, network, isRefused }, (socket) => this.#accepted(socket, cookie));
  };

  tell(hint: ChangeHint): void {
    this.#audience.tell(hint, this.#context.limits.clientBufferedBytesMax, ({ socket }) =>
      this.drop(socket as ClientSocket),
    );
  }

  tellStreams(parts: StreamsHint['parts']): void {
    this.#audience.tellStreams(parts, this.#context.limits.clientStreamBufferedBytesMax);
  }

  /** Closes sockets that are too late. If this process stood still, answers may be unread. */
  check(nowMs: number, stoodStill: boolean): void {
    this.closeLate(nowMs);
    for (const { socket } of this.#audience.all())
      this.#checkLiveness(socket as ClientSocket, nowMs, stoodStill);
  }

  /** Closes those whose session has ended: by a sign-out, a change of the password, or expiry. */
  async checkSessions(): Promise<void> {
    const sessionIds = this.#audience.sessionIds();
    if (sessionIds.length === 0) return;
    const asked = new Set(sessionIds);
    const open = await this.#context.users.openAmong(sessionIds);
    for (const { socket, sessionId } of this.#audience.all()) {
      if (asked.has(sessionId) && !open.has(sessionId))
        this.close(socket as ClientSocket, 'credentialsRevoked');
    }
  }

  hasUser(userId: string): boolean {
    return this.#audience.has(userId);
  }

  drain(): void {
    this.#isDraining = true;
    this.closeAll();
  }

  #accepted(socket: ClientSocket, cookie: string | null): void {
    const { clientFramesPerSecond: perSecond, clientFramesBurst: burst } = this.#context.limits;
    const nowMs = performance.now();
    socket[STATE] = {
      phase: 'unauthenticated',
      seenAtMs: nowMs,
      pingedAtMs: null,
      rate: new FrameRate({ perSecond, burst }, nowMs),
    };
    if (cookie !== null) void this.#authenticate(socket, { kind: 'cookie', cookie });
  }

  protected override received(socket: ClientSocket, data: Buffer): void {
    const state = socket[STATE];
    state.seenAtMs = performance.now();
    if (!state.rate.take(state.seenAtMs)) return this.close(socket, 'tooManyFrames');
    if (state.phase === 'unauthenticated') {
      const frame = smallFrame(data);
      if (validateClientAuthFrame(frame))
        void this.#authenticate(socket, { kind: 'bearer', token: frame.token });
      else this.close(socket, 'notAuthenticated');
      return;
    }
    if (state.phase === 'authenticating' || socket.readyState !== socket.OPEN) return;
    const error = errorFrame('No frames are expected on this socket', refOf(smallFrame(data)));
    socket.send(JSON.stringify(error));
  }

  async #authenticate(socket: ClientSocket, proof: SessionProof): Promise<void> {
    const { users, logger } = this.#context;
    socket[STATE].phase = 'authenticating';
    this.authenticating(socket);
    try {
      const isOpen = () => socket.readyState === socket.OPEN;
      // A socket that has closed meanwhile is not looked up.
      const session = await this.#lookUps.run(async () => (isOpen() ? users.findSession(proof) : null));
      if (!isOpen()) return;
      if (session === null) return this.close(socket, 'invalidSecret');
      this.#open(socket, { socket, userId: session.user.userId, sessionId: session.sessionId });
    } catch (error) {
      const level = saysBackendIsAway(error) ? 'warn' : 'error';
      logger[level]({ err: error }, 'could not authenticate a socket of the client app');
      socket.close(1011, 'Internal error');
    } finally {
      this.authenticated(socket);
    }
  }

  #open(socket: ClientSocket, listener: Listener): void {
    socket[STATE].phase = listener;
    this.#audience.add(listener);
    const authOk: ClientAuthOkFrame = { type: 'auth_ok' };
    socket.send(JSON.stringify(authOk));
    const open = this.#audience.openOf(listener.userId);
    if (open[0] !== undefined && open.length > this.#context.limits.clientSocketsPerUserMax) {
      this.close(open[0].socket as ClientSocket, 'tooManySockets');
    }
  }

  #checkLiveness(socket: ClientSocket, nowMs: number, stoodStill: boolean): void {
    const { limits } = this.#context;
    const state = socket[STATE];
    if (state.pingedAtMs === null) {
      if (nowMs - state.seenAtMs < limits.clientPingMs) return;
      state.pingedAtMs = nowMs;
      socket.ping();
    } else if (stoodStill) state.pingedAtMs = nowMs;
    else if (nowMs - state.pingedAtMs >= limits.pongTimeoutMs) this.drop(socket);
  }

  protected override ponged(socket: ClientSocket): void {
    const state = socket[STATE];
    state.seenAtMs = performance.now();
    state.pingedAtMs = null;
  }

  protected override closed(socket: ClientSocket): void {
    super.closed(socket);
    this.#leave(socket);
  }

  protected override drop(socket: ClientSocket): void {
    super.drop(socket);
    this.#leave(socket);
  }

  #leave(socket: ClientSocket): void {
    const { phase } = socket[STATE];
    if (typeof phase === 'object') this.#audience.remove(phase);
  }
}
