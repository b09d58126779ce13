import type { StreamEnd, StreamsHint, StreamText, ClientHint } from '@svc/proto-events';

export interface StreamHintsOptions {
  /** Never rejects: a hint that fails is lost. */
  publish: (hint: StreamsHint) => Promise<void>;
  timing: Timing;
  /** In UTF-16 code units, but for the last message of the hint. Default 64 Ki. */
  hintTextMax?: number;
  /** What exceeds it is dropped. Default 1 Mi. */
  waitingTextMax?: number;
  /** While the broker has not confirmed so many hints, text waits. Default 4. */
  underWayMax?: number;
}

type Waiting = { text: StreamText | null; end: StreamEnd | null };

/** Text is held so long that one hint brings that of all messages. */
const INTERVAL_MS = 50;
/** The contract's bound; each message has a text and an end. */
const PARTS_MAX = 2_000;

/**
 * Tells consoles of text that grows. All of an interval goes in one hint, so the broker has 20 messages a
 * second, however many agents write. A broker that is slow or away gets no backlog: text is dropped, and
 * consoles see by the place of the next one that some is missing.
 */
export class StreamHints {
  readonly #options: Required<StreamHintsOptions>;
  /** By message. */
  #waiting = new Map<string, Waiting>();
  #waitingText = 0;
  #underWay = 0;
  #cancelFlush: (() => void) | undefined;
  #isClosed = false;

  constructor(options: StreamHintsOptions) {
    const bounds = { hintTextMax: 64 * 1024, waitingTextMax: 1024 * 1024, underWayMax: 4 };
    this.#options = { ...bounds, ...options };
  }

  grew(part: StreamText): void {
    if (this.#waitingText + part.text.length > this.#options.waitingTextMax) return;
    const waiting = this.#of(part.message_id);
    const { text } = waiting;
    this.#waitingText += part.text.length;
    // Where text was dropped between them, the newer is worth more.
    if (text !== null && text.at + text.text.length === part.at) text.text += part.text;
    else {
      if (text !== null) this.#waitingText -= text.text.length;
      waiting.text = { ...part };
    }
    this.#flushSoon();
  }

  ended(part: StreamEnd): void {
    this.#of(part.message_id).end = part;
    this.#flushSoon();
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

  #flushSoon(): void {
    if (this.#isClosed) this.#flush();
    else this.#cancelFlush ??= this.#options.timing.after(INTERVAL_MS, this.#flush);
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
    if (this.#waiting.size > 0) this.#flushSoon();
  };

  #publish(parts: StreamsHint['parts']): void {
    this.#underWay += 1;
    void this.#options.publish({ type: 'streams', parts }).then(() => (this.#underWay -= 1));
  }
}

/** To the consoles of one user. */
export type ChangeHint = Extract<ClientHint, { user_id: string; agent_id: string }>;

export interface Timing {
  /** Returns what cancels it. */
  after(delayMs: number, callBack: () => void): () => void;
}

export interface HintCoalescingOptions {
  send: (hint: ChangeHint) => void;
  timing?: Timing;
  /** What exceeds them is sent in a later window. Default 125. */
  perWindow?: number;
  /** By user, agent and type; hints of further kinds are lost. Default 10,000. */
  kindsMax?: number;
}

const WINDOW_MS = 250;

/**
 * Sends the first hint of a kind at once, and of those that follow within the window only one, when it ends.
 * Ids in which they differ are left out, which tells a console to read all of that kind again. So what is
 * sent does not grow with the load.
 */
export class HintCoalescing {
  readonly #options: Required<HintCoalescingOptions>;
  /** What waits of each kind, `null` if its hint was sent in this window. What waits longest comes first. */
  readonly #kinds = new Map<string, ChangeHint | null>();
  #cancelWindow: (() => void) | undefined;
  #left: number;
  #isClosed = false;

  constructor(options: HintCoalescingOptions) {
    this.#options = { timing: realTiming, perWindow: 125, kindsMax: 10_000, ...options };
    this.#left = this.#options.perWindow;
  }

  offer(hint: ChangeHint): void {
    if (this.#isClosed) return this.#options.send(hint);
    const key = `${hint.type} ${hint.agent_id} ${hint.user_id}`;
    const waiting = this.#kinds.get(key);
    if (waiting !== undefined) this.#kinds.set(key, waiting === null ? hint : commonPart(waiting, hint));
    else if (this.#kinds.size < this.#options.kindsMax) {
      this.#sendOrKeep(key, hint);
      this.#cancelWindow ??= this.#options.timing.after(WINDOW_MS, this.#endWindow);
    }
  }

  /** Sends what waits. Later hints are sent at once. Idempotent. */
  close(): void {
    this.#isClosed = true;
    this.#cancelWindow?.();
    for (const waiting of this.#kinds.values()) if (waiting !== null) this.#options.send(waiting);
    this.#kinds.clear();
  }

  #sendOrKeep(key: string, hint: ChangeHint): void {
    const isSent = this.#left > 0;
    if (isSent) {
      this.#left -= 1;
      this.#options.send(hint);
    }
    this.#kinds.set(key, isSent ? null : hint);
  }

  readonly #endWindow = (): void => {
    this.#left = this.#options.perWindow;
    for (const [key, waiting] of [...this.#kinds]) {
      if (waiting !== null && this.#left === 0) continue;
      this.#kinds.delete(key);
      if (waiting !== null) this.#sendOrKeep(key, waiting);
    }
    this.#cancelWindow =
      this.#kinds.size > 0 ? this.#options.timing.after(WINDOW_MS, this.#endWindow) : undefined;
  };
}

const IDS = ['conversation_id', 'message_id', 'task_id', 'run_id', 'decision_id', 'event_id'] as const;

function commonPart(one: ChangeHint, other: ChangeHint): ChangeHint {
  const common: ChangeHint = { type: one.type, agent_id: one.agent_id, user_id: one.user_id };
  for (const id of IDS) if (one[id] !== undefined && one[id] === other[id]) common[id] = one[id];
  return common;
}

export const realTiming: Timing = {
  after(delayMs, callBack) {
    // A hint must not keep a process alive.
    const timer = setTimeout(callBack, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
