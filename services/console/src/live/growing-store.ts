import { Listeners } from './listeners.ts';
import type { StreamFrame } from './live-frame.ts';

export interface GrowingMessage {
  readonly messageId: string;
  readonly agentId: string;
  readonly conversationId: string;
  readonly text: string;
  /** `over`: it is stored, or gone; the history will tell. `cut`: it broke off. */
  readonly state: 'writing' | 'over' | 'cut';
  /** Some of its text is missing. */
  readonly hasGap: boolean;
  /** ISO 8601. */
  readonly startedAt: string;
}

interface StreamsRead {
  /** When they were asked for, by the clock of the page. */
  askedAtMs: number;
  streams: readonly {
    message_id: string;
    agent_id: string;
    state: 'writing' | 'cut';
    text: string;
    started_at: string;
  }[];
}

interface Entry {
  messageId: string;
  agentId: string;
  conversationId: string;
  growing: GrowingText;
  state: GrowingMessage['state'];
  startedAt: string;
  heardAtMs: number;
}

/** How many are remembered; the oldest goes. */
const COUNT_MAX = 50;
/** A message that is over is shown for so long, unless the history has it before. In milliseconds. */
const OVER_MS = 10_000;
/** Text is drawn so often at most, in milliseconds: a long one takes its time to be drawn. */
const DRAWN_EVERY_MS = { min: 50, max: 500 };

const entries = new Map<string, Entry>();
const listeners = new Listeners();
const NOTHING: readonly GrowingMessage[] = [];
/** What listeners see, by conversation, until something changes. */
let seen = new Map<string, readonly GrowingMessage[]>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Messages that agents are writing, for `useSyncExternalStore`. */
export const growingStore = {
  subscribe: listeners.subscribe,

  /** Those in a conversation, in the order in which they began. */
  of: (conversationId: string | null): readonly GrowingMessage[] => {
    if (conversationId === null || entries.size === 0) return NOTHING;
    let known = seen.get(conversationId);
    if (known === undefined) {
      known = [...entries.values()].filter((entry) => entry.conversationId === conversationId).map(shown);
      seen.set(conversationId, known.length === 0 ? NOTHING : known);
    }
    return known;
  },

  hear: (frame: StreamFrame): void => {
    const { message_id: messageId } = frame;
    const known = entries.get(messageId);
    if ('end' in frame) {
      if (known === undefined) return;
      if (frame.end === 'aborted') entries.delete(messageId);
      else if (frame.end === 'cut') known.state = 'cut';
      else over(known);
      tell();
      return;
    }
    const entry = known ?? opened(frame);
    if (entry.state === 'over') return;
    entry.state = 'writing';
    entry.growing = withPiece(entry.growing, frame.at, frame.text);
    tellSoon(entry.growing.text.length);
  },

  /** Takes what the service has answered. What it does not name is over, if it had begun before. */
  read: (conversationId: string, { askedAtMs, streams }: StreamsRead): void => {
    const named = new Set(streams.map(({ message_id }) => message_id));
    for (const entry of entries.values()) {
      if (entry.conversationId !== conversationId || named.has(entry.messageId)) continue;
      if (entry.heardAtMs >= askedAtMs) continue;
      if (entry.state === 'cut') entries.delete(entry.messageId);
      else if (entry.state === 'writing') over(entry);
    }
    for (const { message_id: messageId, agent_id: agentId, state, text, started_at: startedAt } of streams) {
      const entry = entries.get(messageId) ?? {
        ...{ messageId, agentId, conversationId, growing: NO_TEXT, startedAt },
        ...{ state, heardAtMs: askedAtMs },
      };
      if (entry.state === 'over') continue;
      entry.growing = withPiece(entry.growing, 0, text);
      entry.state = state;
      remember(entry);
    }
    tell();
  },

  /** The history has it, or never will. */
  forget: (messageId: string): void => {
    if (entries.delete(messageId)) tell();
  },
};

function opened(frame: StreamFrame): Entry {
  const { message_id: messageId, agent_id: agentId, conversation_id: conversationId } = frame;
  // The agent writes again, so nothing waits for the rest of what broke off.
  for (const other of entries.values()) {
    if (other.conversationId === conversationId && other.agentId === agentId && other.state === 'cut')
      entries.delete(other.messageId);
  }
  const entry: Entry = {
    ...{ messageId, agentId, conversationId, growing: NO_TEXT, state: 'writing' },
    ...{ startedAt: new Date().toISOString(), heardAtMs: performance.now() },
  };
  remember(entry);
  return entry;
}

function remember(entry: Entry): void {
  entries.set(entry.messageId, entry);
  const [oldest] = entries.keys();
  if (entries.size > COUNT_MAX && oldest !== undefined) entries.delete(oldest);
}

function over(entry: Entry): void {
  entry.state = 'over';
  setTimeout(() => growingStore.forget(entry.messageId), OVER_MS);
}

function shown(entry: Entry): GrowingMessage {
  const { messageId, agentId, conversationId, growing, state, startedAt } = entry;
  return {
    ...{ messageId, agentId, conversationId, state, startedAt },
    ...{ text: growing.text, hasGap: growing.ahead !== null },
  };
}

function tellSoon(length: number): void {
  const { min, max } = DRAWN_EVERY_MS;
  timer ??= setTimeout(tell, Math.min(max, Math.max(min, length / 100)));
}

function tell(): void {
  clearTimeout(timer);
  timer = undefined;
  seen = new Map();
  listeners.tell();
}

/** Longer than any message; nothing beyond it is kept. In UTF-16 code units. */
const LENGTH_MAX = 65_536;

export interface GrowingText {
  /** From the beginning, as far as nothing is missing. */
  readonly text: string;
  /** What came behind a gap. */
  readonly ahead: { readonly at: number; readonly text: string } | null;
}

export const NO_TEXT: GrowingText = { text: '', ahead: null };

export function withPiece(known: GrowingText, at: number, piece: string): GrowingText {
  if (at + piece.length > LENGTH_MAX) return known;
  if (at <= known.text.length) {
    if (at + piece.length <= known.text.length) return known;
    return joined({ ...known, text: known.text.slice(0, at) + piece });
  }
  const { ahead } = known;
  // What stands behind two gaps is enough from the second on: the first is asked for anyway.
  if (ahead === null || at > ahead.at + ahead.text.length || at < ahead.at)
    return { ...known, ahead: { at, text: piece } };
  return { ...known, ahead: { at: ahead.at, text: ahead.text.slice(0, at - ahead.at) + piece } };
}

/** The gap may be filled. */
function joined(known: GrowingText): GrowingText {
  const { text, ahead } = known;
  if (ahead === null || ahead.at > text.length) return known;
  const rest = ahead.text.slice(text.length - ahead.at);
  return { text: text + rest, ahead: null };
}
