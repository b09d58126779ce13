import type { StreamEnd, StreamsHint, StreamText } from '@svc/proto-events';
import type { Timing } from './hint-coalescing.js';

export interface StreamHintsOptions {
  /** Rejects if the broker does not take the hint. */
  publish: (hint: StreamsHint) => Promise<void>;
  /** Called when text was dropped; not more often than every ten seconds. */
  onDropped: (dropped: { texts: number; cause: unknown }) => void;
  timing: Timing;
  /** Text is held for so long, so that one hint brings what has come of all messages meanwhile. In milliseconds. Default 50. */
  intervalMs?: number;
  /** Text of one hint, in UTF-16 code units, but for the last message in it. Default 64 Ki. */
  hintTextMax?: number;
  /** Text that waits for the next hint; what exceeds it is dropped. Default 1 Mi. */
  waitingTextMax?: number;
  /** Hints that the broker has not confirmed. While there are so many, text waits. Default 4. */
  underWayMax?: number;
}

type Waiting = { text: StreamText | null; end: StreamEnd | null };

/** How often it is said that text was dropped, in milliseconds. */
const TOLD_EVERY_MS = 10_000;
/** Parts of one hint, a text and an end among them for each message: the contract's bound. */
const PARTS_MAX = 2_000;

/**
 * Tells consoles of text that grows. What comes of all messages of this process within the interval goes in one hint, so the broker has 20 messages a
 * second, however many agents write. A hint may be lost, and a broker that is slow or away gets no backlog: the text is dropped, and consoles
 * see by the place of the next one that some is missing.
 */
export class StreamHints {
  readonly #options: Required<StreamHintsOptions>;
  /** By message. */
  #waiting = new Map<string, Waiting>();
  #waitingText = 0;
  #underWay = 0;
  #cancelFlush: (() => void) | undefined;
  #dropped = 0;
  #toldAtMs = -Infinity;
  #isClosed = false;

  constructor(options: StreamHintsOptions) {
    this.#options = {
      ...{ intervalMs: 50, hintTextMax: 64 * 1024, waitingTextMax: 1024 * 1024, underWayMax: 4 },
      ...options,
    };
  }

  grew(part: StreamText): void {
    const waiting = this.#of(part.message_id);
    const { text } = waiting;
    if (this.#waitingText + part.text.length > this.#options.waitingTextMax)
      return this.#drop(1, 'too much text waits');
    this.#waitingText += part.text.length;
    // Where text was dropped before it, what is there does not go on here; the newer text is worth more.
    if (text !== null && text.at + text.text.length === part.at) text.text += part.text;
    else {
      if (text !== null) this.#waitingText -= text.text.length;
      waiting.text = { ...part };
    }
    this.#turnSoon();
  }

  ended(part: StreamEnd): void {
    this.#of(part.message_id).end = part;
    this.#turnSoon();
  }

  /** Sends what waits. Later text is sent at once. Idempotent. */
  close(): void {
    this.#isClosed = true;
    this.#cancelFlush?.();
    this.#flush();
  }

  #of(messageId: string): Waiting {
    let waiting = this.#waiting.get(messageId);
    if (waiting === undefined) this.#waiting.set(messageId, (waiting = { text: null, end: null }));
    return waiting;
  }

  #turnSoon(): void {
    const { timing, intervalMs } = this.#options;
    if (this.#isClosed) this.#flush();
    else this.#cancelFlush ??= timing.after(intervalMs, this.#flush);
  }

  readonly #flush = (): void => {
    const { hintTextMax, underWayMax } = this.#options;
    this.#cancelFlush = undefined;
    let [parts, length]: [StreamsHint['parts'], number] = [[], 0];
    for (const [messageId, { text, end }] of this.#waiting) {
      if (this.#underWay >= underWayMax && !this.#isClosed) break;
      this.#waiting.delete(messageId);
      if (text !== null) {
        parts.push(text);
        length += text.text.length;
        this.#waitingText -= text.text.length;
      }
      if (end !== null) parts.push(end);
      if (length < hintTextMax && parts.length < PARTS_MAX - 1) continue;
      this.#publish(parts);
      [parts, length] = [[], 0];
    }
    if (parts.length > 0) this.#publish(parts);
    if (this.#waiting.size > 0) this.#turnSoon();
  };

  #publish(parts: StreamsHint['parts']): void {
    this.#underWay += 1;
    this.#options.publish({ type: 'streams', parts }).then(
      () => void (this.#underWay -= 1),
      (cause: unknown) => {
        this.#underWay -= 1;
        this.#drop(parts.length, cause);
      },
    );
  }

  #drop(texts: number, cause: unknown): void {
    this.#dropped += texts;
    const nowMs = this.#options.timing.nowMs();
    if (nowMs - this.#toldAtMs < TOLD_EVERY_MS) return;
    this.#options.onDropped({ texts: this.#dropped, cause });
    this.#toldAtMs = nowMs;
    this.#dropped = 0;
  }
}
