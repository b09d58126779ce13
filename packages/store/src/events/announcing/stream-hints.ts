import type { StreamEnd, StreamsHint, StreamText, ClientHint } from '@svc/proto-events';

export interface StreamHintsOptions {
  publish: (hint: StreamsHint) => Promise<void>;
  /** Not more often than every ten seconds. */
  onDropped: (dropped: { texts: number; cause: unknown }) => void;
  timing: Timing;
  /** Text is held so long that one hint brings that of all messages, in milliseconds. Default 50. */
  intervalMs?: number;
  /** In UTF-16 code units, but for the last message of the hint. Default 64 Ki. */
  hintTextMax?: number;
  /** What exceeds it is dropped. Default 1 Mi. */
  waitingTextMax?: number;
  /** While the broker has not confirmed so many hints, text waits. Default 4. */
  underWayMax?: number;
}

type Waiting = { text: StreamText | null; end: StreamEnd | null };

const TOLD_EVERY_MS = 10_000;
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
  #dropped = 0;
  #toldAtMs = -Infinity;
  #isClosed = false;

  constructor(options: StreamHintsOptions) {
    const sizes = { hintTextMax: 64 * 1024, waitingTextMax: 1024 * 1024 };
    this.#options = { intervalMs: 50, ...sizes, underWayMax: 4, ...options };
  }

  grew(part: StreamText): void {
    const waiting = this.#of(part.message_id);
    const { text } = waiting;
    if (this.#waitingText + part.text.length > this.#options.waitingTextMax)
      return this.#drop(1, 'too much text waits');
    this.#waitingText += part.text.length;
    // Where text was dropped between them, the newer is worth more.
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

/** To the consoles of one user. */
export type ChangeHint = Extract<ClientHint, { user_id: string; agent_id: string }>;

export interface Timing {
  nowMs(): number;
  /** Returns what cancels it. */
  after(delayMs: number, callBack: () => void): () => void;
}

export interface HintCoalescingOptions {
  send: (hint: ChangeHint) => void;
  timing?: Timing;
  /** Hints of one type about one agent are so far apart, in milliseconds. Default 250. */
  windowMs?: number;
  /** On average and at once; what exceeds them is sent later. Default 500. */
  perSecond?: number;
  /** By user, agent and type; hints of further kinds are lost. Default 10,000. */
  kindsMax?: number;
}

interface Kind {
  quietUntilMs: number;
  waiting: ChangeHint | null;
}

/**
 * Sends the first hint of a kind at once, and of those that follow within the window only one, when it ends.
 * Ids in which they differ are left out, which tells a console to read all of that kind again. So what is
 * sent does not grow with the load.
 */
export class HintCoalescing {
  readonly #options: Required<HintCoalescingOptions>;
  /** In the order in which the windows end, since all are equally long. */
  readonly #kinds = new Map<string, Kind>();
  #cancelFlush: (() => void) | undefined;
  #budget: number;
  #budgetAtMs: number;
  #isClosed = false;

  constructor(options: HintCoalescingOptions) {
    this.#options = { timing: realTiming, windowMs: 250, perSecond: 500, kindsMax: 10_000, ...options };
    this.#budget = this.#options.perSecond;
    this.#budgetAtMs = this.#options.timing.nowMs();
  }

  offer(hint: ChangeHint): void {
    const { send, timing, windowMs, kindsMax } = this.#options;
    if (this.#isClosed) return send(hint);
    const key = `${hint.type} ${hint.agent_id} ${hint.user_id}`;
    const known = this.#kinds.get(key);
    if (known !== undefined) {
      known.waiting = known.waiting === null ? hint : commonPart(known.waiting, hint);
      return;
    }
    if (this.#kinds.size >= kindsMax) return;
    const nowMs = timing.nowMs();
    const isSent = this.#takeBudget(nowMs);
    if (isSent) send(hint);
    this.#kinds.set(key, { quietUntilMs: nowMs + windowMs, waiting: isSent ? null : hint });
    this.#cancelFlush ??= timing.after(windowMs, this.#flush);
  }

  /** Sends what waits. Later hints are sent at once. Idempotent. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#cancelFlush?.();
    for (const { waiting } of this.#kinds.values()) if (waiting !== null) this.#options.send(waiting);
    this.#kinds.clear();
  }

  /** Opens a new window for each kind that is sent, and comes back when the next one ends. */
  readonly #flush = (): void => {
    const { send, timing, windowMs } = this.#options;
    const nowMs = timing.nowMs();
    this.#cancelFlush = undefined;
    for (const [key, kind] of this.#kinds) {
      if (kind.quietUntilMs > nowMs) break;
      if (kind.waiting !== null && !this.#takeBudget(nowMs)) break;
      this.#kinds.delete(key);
      if (kind.waiting === null) continue;
      send(kind.waiting);
      this.#kinds.set(key, { quietUntilMs: nowMs + windowMs, waiting: null });
    }
    const [next] = this.#kinds.values();
    if (next === undefined) return;
    // Without budget the next window is over already; some comes back in a tenth of a window.
    const delayMs = Math.max(next.quietUntilMs - nowMs, windowMs / 10);
    this.#cancelFlush = timing.after(delayMs, this.#flush);
  };

  #takeBudget(nowMs: number): boolean {
    const { perSecond } = this.#options;
    const earned = (Math.max(0, nowMs - this.#budgetAtMs) / 1_000) * perSecond;
    this.#budget = Math.min(perSecond, this.#budget + earned);
    this.#budgetAtMs = nowMs;
    if (this.#budget < 1) return false;
    this.#budget -= 1;
    return true;
  }
}

const IDS = ['conversation_id', 'message_id', 'task_id', 'run_id', 'decision_id', 'event_id'] as const;

function commonPart(one: ChangeHint, other: ChangeHint): ChangeHint {
  const common: ChangeHint = { type: one.type, agent_id: one.agent_id, user_id: one.user_id };
  for (const id of IDS) if (one[id] !== undefined && one[id] === other[id]) common[id] = one[id];
  return common;
}

export const realTiming: Timing = {
  nowMs: () => performance.now(),
  after(delayMs, callBack) {
    // A hint must not keep a process alive.
    const timer = setTimeout(callBack, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
