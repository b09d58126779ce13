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

  /** A socket that does not read gets no text: the app asks for it then. */
  tellStreams(parts: StreamsHint['parts'], bufferedBytesMax: number): void {
    for (const { user_id: userId, ...part } of parts) {
      const listeners = this.openOf(userId);
      if (listeners.length === 0) continue;
      const text = JSON.stringify({ type: 'stream', ...part } satisfies ClientStreamFrame);
      for (const { socket } of listeners) if (socket.bufferedAmount <= bufferedBytesMax) socket.send(text);
    }
  }
}
