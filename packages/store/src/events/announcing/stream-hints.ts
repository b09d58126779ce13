import type { StreamEnd, StreamsHint, StreamText, ClientHint } from '@svc/proto-events';

type Waiting = { text: StreamText | null; end: StreamEnd | null };

/** Text is held so long that one hint brings that of all messages. */
const INTERVAL_MS = 50;
/** The contract's bound; each message has a text and an end. */
const PARTS_MAX = 2_000;
/** In UTF-16 code units, but for the last message of the hint. */
const HINT_TEXT_MAX = 64 * 1024;
/** What exceeds it is dropped. */
const WAITING_TEXT_MAX = 1024 * 1024;
/** While the broker has not confirmed so many hints, text waits. */
const UNDER_WAY_MAX = 4;

/**
 * Tells consoles of text that grows. All of an interval goes in one hint, so the broker has 20 messages a
 * second, however many agents write. A broker that is slow or away gets no backlog: text is dropped, and
 * consoles see by the place of the next one that some is missing.
 */
export class StreamHints {
  readonly #send: (hint: StreamsHint) => Promise<void>;
  /** By message. */
  #waiting = new Map<string, Waiting>();
  #waitingText = 0;
  #underWay = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param send never rejects: a hint that fails is lost. */
  constructor(send: (hint: StreamsHint) => Promise<void>) {
    this.#send = send;
  }

  grew(part: StreamText): void {
    if (this.#waitingText + part.text.length > WAITING_TEXT_MAX) return;
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
    clearTimeout(this.#timer);
    this.#flush();
  }

  #of(messageId: string): Waiting {
    let waiting = this.#waiting.get(messageId);
    if (waiting === undefined) this.#waiting.set(messageId, (waiting = { text: null, end: null }));
    return waiting;
  }

  #flushSoon(): void {
    if (this.#isClosed) this.#flush();
    // A hint must not keep a process alive.
    else this.#timer ??= setTimeout(this.#flush, INTERVAL_MS).unref();
  }

  readonly #flush = (): void => {
    this.#timer = undefined;
    let [parts, length]: [StreamsHint['parts'], number] = [[], 0];
    for (const [messageId, { text, end }] of this.#waiting) {
      if (this.#underWay >= UNDER_WAY_MAX && !this.#isClosed) break;
      this.#waiting.delete(messageId);
      if (text !== null) {
        parts.push(text);
        length += text.text.length;
        this.#waitingText -= text.text.length;
      }
      if (end !== null) parts.push(end);
      if (length < HINT_TEXT_MAX && parts.length < PARTS_MAX - 1) continue;
      this.#publish(parts);
      [parts, length] = [[], 0];
    }
    if (parts.length > 0) this.#publish(parts);
    if (this.#waiting.size > 0) this.#flushSoon();
  };

  #publish(parts: StreamsHint['parts']): void {
    this.#underWay += 1;
    void this.#send({ type: 'streams', parts }).then(() => (this.#underWay -= 1));
  }
}

/** To the consoles of one user. */
export type ChangeHint = Extract<ClientHint, { user_id: string; agent_id: string }>;

const WINDOW_MS = 250;
/** What exceeds them is sent in a later window. */
const PER_WINDOW = 125;
/** By user, agent and type; hints of further kinds are lost. */
const KINDS_MAX = 10_000;

/**
 * Sends the first hint of a kind at once, and of those that follow within the window only one, when it ends.
 * Ids in which they differ are left out, which tells a console to read all of that kind again. So what is
 * sent does not grow with the load.
 */
export class HintCoalescing {
  readonly #send: (hint: ChangeHint) => void;
  /** What waits of each kind, `null` if its hint was sent in this window. What waits longest comes first. */
  readonly #kinds = new Map<string, ChangeHint | null>();
  #timer: NodeJS.Timeout | undefined;
  #left = PER_WINDOW;
  #isClosed = false;

  constructor(send: (hint: ChangeHint) => void) {
    this.#send = send;
  }

  offer(hint: ChangeHint): void {
    if (this.#isClosed) return this.#send(hint);
    const key = `${hint.type} ${hint.agent_id} ${hint.user_id}`;
    const waiting = this.#kinds.get(key);
    if (waiting !== undefined) this.#kinds.set(key, waiting === null ? hint : commonPart(waiting, hint));
    else if (this.#kinds.size < KINDS_MAX) {
      this.#sendOrKeep(key, hint);
      this.#timer ??= setTimeout(this.#endWindow, WINDOW_MS).unref();
    }
  }

  /** Sends what waits. Later hints are sent at once. Idempotent. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const waiting of this.#kinds.values()) if (waiting !== null) this.#send(waiting);
    this.#kinds.clear();
  }

  #sendOrKeep(key: string, hint: ChangeHint): void {
    const isSent = this.#left > 0;
    if (isSent) {
      this.#left -= 1;
      this.#send(hint);
    }
    this.#kinds.set(key, isSent ? null : hint);
  }

  readonly #endWindow = (): void => {
    this.#left = PER_WINDOW;
    for (const [key, waiting] of [...this.#kinds]) {
      if (waiting !== null && this.#left === 0) continue;
      this.#kinds.delete(key);
      if (waiting !== null) this.#sendOrKeep(key, waiting);
    }
    this.#timer = this.#kinds.size > 0 ? setTimeout(this.#endWindow, WINDOW_MS).unref() : undefined;
  };
}

const IDS = ['conversation_id', 'message_id', 'task_id', 'run_id', 'decision_id', 'event_id'] as const;

function commonPart(one: ChangeHint, other: ChangeHint): ChangeHint {
  const common: ChangeHint = { type: one.type, agent_id: one.agent_id, user_id: one.user_id };
  for (const id of IDS) if (one[id] !== undefined && one[id] === other[id]) common[id] = one[id];
  return common;
}
