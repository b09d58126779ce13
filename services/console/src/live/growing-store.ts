import type { Schemas } from '../api/client.ts';
import { Listeners } from './listeners.ts';
import type { StreamFrame } from './live-frame.ts';

export interface GrowingMessage extends GrowingText {
  readonly messageId: string;
  readonly agentId: string;
  readonly conversationId: string;
  /** `over`: it is stored, or gone; the history will tell. `cut`: it broke off. */
  readonly state: 'writing' | 'over' | 'cut';
  /** ISO 8601. */
  readonly startedAt: string;
  /** By the clock of the page. */
  readonly heardAtMs: number;
}

interface StreamsRead {
  /** When they were asked for, by the clock of the page. */
  askedAtMs: number;
  streams: readonly Schemas['MessageStream'][];
}

/** How many are remembered; the oldest goes. */
const COUNT_MAX = 50;
/** A message that is over is shown for so long, unless the history has it before. In milliseconds. */
const OVER_MS = 10_000;
/** Text is drawn so often at most, in milliseconds: a long one takes its time to be drawn. */
const DRAWN_EVERY_MS = { min: 50, max: 500 };

const messages = new Map<string, GrowingMessage>();
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
    if (conversationId === null || messages.size === 0) return NOTHING;
    const known = seen.get(conversationId);
    if (known !== undefined) return known;
    const found = [...messages.values()].filter((message) => message.conversationId === conversationId);
    seen.set(conversationId, found.length === 0 ? NOTHING : found);
    return seen.get(conversationId) ?? NOTHING;
  },

  hear: (frame: StreamFrame): void => {
    const known = messages.get(frame.message_id);
    if ('end' in frame) {
      if (known === undefined) return;
      if (frame.end === 'aborted') messages.delete(known.messageId);
      else stop(known, frame.end === 'cut' ? 'cut' : 'over');
      return tell();
    }
    const message = known ?? begun(frame);
    if (message.state === 'over') return;
    const { text } = remember({ ...message, ...withPiece(message, frame.at, frame.text), state: 'writing' });
    tellSoon(text.length);
  },

  /** Takes what the service has answered. What it does not name is over, if it had begun before. */
  read: (conversationId: string, { askedAtMs, streams }: StreamsRead): void => {
    const named = new Set(streams.map(({ message_id }) => message_id));
    for (const message of messages.values()) {
      if (message.conversationId !== conversationId || named.has(message.messageId)) continue;
      if (message.heardAtMs >= askedAtMs) continue;
      if (message.state === 'cut') messages.delete(message.messageId);
      else if (message.state === 'writing') stop(message, 'over');
    }
    for (const { message_id: messageId, agent_id: agentId, state, text, started_at: startedAt } of streams) {
      const message = messages.get(messageId) ?? {
        ...{ messageId, agentId, conversationId, startedAt, state, heardAtMs: askedAtMs, ...NO_TEXT },
      };
      if (message.state !== 'over') remember({ ...message, ...withPiece(message, 0, text), state });
    }
    tell();
  },

  /** The history has it, or never will. */
  forget: (messageId: string): void => {
    if (messages.delete(messageId)) tell();
  },
};

function begun(frame: StreamFrame): GrowingMessage {
  const { message_id: messageId, agent_id: agentId, conversation_id: conversationId } = frame;
  // The agent writes again, so nothing waits for the rest of what broke off.
  for (const other of messages.values()) {
    if (other.conversationId === conversationId && other.agentId === agentId && other.state === 'cut')
      messages.delete(other.messageId);
  }
  return {
    ...{ messageId, agentId, conversationId, state: 'writing', ...NO_TEXT },
    ...{ startedAt: new Date().toISOString(), heardAtMs: performance.now() },
  };
}

function remember(message: GrowingMessage): GrowingMessage {
  messages.set(message.messageId, message);
  const [oldest] = messages.keys();
  if (messages.size > COUNT_MAX && oldest !== undefined) messages.delete(oldest);
  return message;
}

function stop(message: GrowingMessage, state: 'cut' | 'over'): void {
  remember({ ...message, state });
  if (state === 'over') setTimeout(() => growingStore.forget(message.messageId), OVER_MS);
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
