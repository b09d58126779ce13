import type { ClientStreamFrame, StreamsHint } from '@svc/proto-events';
import type { ClientAudience } from './client-audience.js';

type Part = StreamsHint['parts'][number];

/** Parts that are told before other work of the hub has its turn: a millisecond or so. */
const AT_ONCE_MAX = 32;
/** Parts that wait for their turn; beyond that, text is left out, which the app then asks for. */
const WAITING_MAX = 10_000;

/**
 * Tells consoles of text that grows, some of it in each turn of the event loop. One hint brings text for hundreds of consoles, and an agent's event must not
 * wait until all of them have it.
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

  #tellOne(part: Part): void {
    const text = JSON.stringify(frameOf(part));
    for (const { socket } of this.#audience.openOf(part.user_id)) {
      if (socket.bufferedAmount <= this.#bufferedBytesMax) socket.send(text);
    }
  }
}

/** The part without its user. */
function frameOf({ user_id: _userId, ...part }: Part): ClientStreamFrame {
  return { type: 'stream', ...part };
}
