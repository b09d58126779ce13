import type { ClientChangeFrame, ClientHint, ClientStreamFrame, StreamsHint } from '@svc/proto-events';
import type { WebSocket } from 'ws';

export type ChangeHint = Extract<ClientHint, { user_id: string; agent_id: string }>;

export interface Listener {
  readonly socket: WebSocket;
  readonly userId: string;
  /** The user's session. The socket is closed when the session ends. */
  readonly sessionId: string;
}

/** The authenticated sockets of the client app, by user; of one user's, the newest comes last. */
export class ClientAudience {
  readonly #byUser = new Map<string, Set<Listener>>();

  add(listener: Listener): void {
    const known = this.#byUser.get(listener.userId);
    if (known === undefined) this.#byUser.set(listener.userId, new Set([listener]));
    else known.add(listener);
  }

  remove(listener: Listener): void {
    const known = this.#byUser.get(listener.userId);
    known?.delete(listener);
    if (known?.size === 0) this.#byUser.delete(listener.userId);
  }

  has(userId: string): boolean {
    return this.#byUser.has(userId);
  }

  /** Open sockets, oldest first, without those that are already closing. */
  openOf(userId: string): Listener[] {
    return [...(this.#byUser.get(userId) ?? [])].filter(({ socket }) => socket.readyState === socket.OPEN);
  }

  *all(): Generator<Listener> {
    for (const listeners of this.#byUser.values()) yield* listeners;
  }

  sessionIds(): string[] {
    return [...new Set([...this.all()].map(({ sessionId }) => sessionId))];
  }

  /** A socket that does not read goes to `onSlow`: the app reads everything again when it is back. */
  tell(hint: ChangeHint, bufferedBytesMax: number, onSlow: (listener: Listener) => void): void {
    const listeners = this.#byUser.get(hint.user_id);
    if (listeners === undefined) return;
    const { user_id: _userId, ...frame } = hint;
    const text = JSON.stringify(frame satisfies ClientChangeFrame);
    for (const listener of listeners) {
      const { socket } = listener;
      if (socket.bufferedAmount > bufferedBytesMax) onSlow(listener);
      else if (socket.readyState === socket.OPEN) socket.send(text);
    }
  }
}

type Part = StreamsHint['parts'][number];

/** Parts that are sent before other work of the hub goes on: a millisecond or so. */
const AT_ONCE_MAX = 32;
/** Parts that wait; beyond that, text is left out, which the app then asks for. */
const WAITING_MAX = 10_000;

/**
 * Some text in each tick of the event loop: one hint brings text for hundreds of consoles, and an agent's
 * event must not wait until all of them have it.
 */
export class StreamTelling {
  readonly #audience: Pick<ClientAudience, 'openOf' | 'has'>;
  /** A socket that has more unread gets no text. */
  readonly #bufferedBytesMax: number;
  #waiting: Part[] = [];
  #isTelling = false;

  constructor(audience: Pick<ClientAudience, 'openOf' | 'has'>, bufferedBytesMax: number) {
    this.#audience = audience;
    this.#bufferedBytesMax = bufferedBytesMax;
  }

  tell(parts: readonly Part[]): void {
    for (const part of parts) {
      if (!this.#audience.has(part.user_id)) continue;
      if (this.#waiting.length < WAITING_MAX || 'end' in part) this.#waiting.push(part);
    }
    if (!this.#isTelling) this.#tellSome();
  }

  #tellSome(): void {
    for (const part of this.#waiting.splice(0, AT_ONCE_MAX)) this.#tellOne(part);
    this.#isTelling = this.#waiting.length > 0;
    if (this.#isTelling) setImmediate(() => this.#tellSome());
  }

  #tellOne({ user_id: userId, ...part }: Part): void {
    const text = JSON.stringify({ type: 'stream', ...part } satisfies ClientStreamFrame);
    for (const { socket } of this.#audience.openOf(userId)) {
      if (socket.bufferedAmount <= this.#bufferedBytesMax) socket.send(text);
    }
  }
}
