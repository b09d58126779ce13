import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import type { Schemas } from '../api/client.ts';
import type { StreamFrame } from './live-frame.ts';

export interface GrowingMessage extends GrowingText {
  readonly messageId: string;
  readonly agentId: string;
  readonly conversationId: string;
  /** `over`: it is stored, or gone; the history will tell. `cut`: it broke off. */
  readonly state: 'writing' | 'over' | 'cut';
  /** ISO 8601. */
  readonly startedAt: string;
  /** When it began or was over, by the clock of the page. */
  readonly heardAtMs: number;
}

/** In the order in which they began. */
type Growing = readonly GrowingMessage[];

/** How many of a conversation are remembered; the oldest goes. */
const COUNT_MAX = 50;
/** A message that is over is shown for so long, unless the history has it before. In milliseconds. */
const OVER_MS = 10_000;
/** Text is drawn so often at most, in milliseconds: a long one takes its time to be drawn. */
const DRAWN_EVERY_MS = { min: 50, max: 500 };

const keyOf = (conversationId: string) => ['streams', conversationId];

/** What agents are writing in a conversation. What is read is joined with what was heard. */
export function growingQuery(conversationId: string) {
  const queryKey = keyOf(conversationId);
  const path = { conversation_id: conversationId };
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const askedAtMs = performance.now();
      const given = { path, signal };
      const streams = await call('get', '/api/client/conversations/{conversation_id}/streams', given);
      return afterRead(client.getQueryData<Growing>(queryKey) ?? [], { conversationId, askedAtMs, streams });
    },
  });
}

/** @returns what takes the frames; what comes meanwhile is drawn together. */
export function growingListener(queries: QueryClient): (frame: StreamFrame) => void {
  const heard: StreamFrame[] = [];
  const draw = (): void => {
    for (const frame of heard.splice(0)) {
      const queryKey = keyOf(frame.conversation_id);
      // Of a conversation that no page shows, all is read once one does.
      if (queries.getQueryState(queryKey) !== undefined)
        queries.setQueryData<Growing>(queryKey, (known = []) => afterFrame(known, frame));
    }
  };
  return (frame) => {
    if (heard.push(frame) > 1) return;
    const shown = queries.getQueryData<Growing>(keyOf(frame.conversation_id)) ?? [];
    const { min, max } = DRAWN_EVERY_MS;
    setTimeout(draw, Math.min(max, Math.max(min, (shown.at(-1)?.text.length ?? 0) / 100)));
  };
}

export function afterFrame(known: Growing, frame: StreamFrame): Growing {
  const { message_id: messageId, agent_id: agentId, conversation_id: conversationId } = frame;
  const message = known.find((one) => one.messageId === messageId);
  const changed = (change: Partial<GrowingMessage>): Growing =>
    known.map((one) => (one === message ? { ...one, ...change } : one));
  if ('end' in frame) {
    if (frame.end === 'aborted') return known.filter((one) => one !== message);
    return changed({ state: frame.end === 'cut' ? 'cut' : 'over', heardAtMs: performance.now() });
  }
  if (message?.state === 'over') return known;
  const text = withPiece(message ?? NO_TEXT, frame.at, frame.text);
  if (message !== undefined) return changed({ ...text, state: 'writing' });
  const begun: GrowingMessage = {
    ...{ messageId, agentId, conversationId, state: 'writing', ...text },
    ...{ startedAt: new Date().toISOString(), heardAtMs: performance.now() },
  };
  // The agent writes again, so nothing waits for the rest of what broke off.
  const others = known.filter((one) => one.agentId !== agentId || one.state !== 'cut');
  return [...others, begun].slice(-COUNT_MAX);
}

interface StreamsRead {
  conversationId: string;
  /** When they were asked for, by the clock of the page. */
  askedAtMs: number;
  streams: readonly Schemas['MessageStream'][];
}

/** What the service does not name is over, if it had begun before. */
export function afterRead(known: Growing, { conversationId, askedAtMs, streams }: StreamsRead): Growing {
  const kept = known.flatMap((message): Growing => {
    const stream = streams.find(({ message_id }) => message_id === message.messageId);
    const { state, heardAtMs } = message;
    if (stream !== undefined && state !== 'over')
      return [{ ...message, ...withPiece(message, 0, stream.text), state: stream.state }];
    if (stream !== undefined || heardAtMs >= askedAtMs) return [message];
    if (state === 'writing') return [{ ...message, state: 'over', heardAtMs: askedAtMs }];
    return state === 'over' && askedAtMs - heardAtMs < OVER_MS ? [message] : [];
  });
  const others = streams.filter(({ message_id: id }) => known.every(({ messageId }) => messageId !== id));
  const begun = others.map((stream) => ({
    ...{ messageId: stream.message_id, agentId: stream.agent_id, conversationId },
    ...{ state: stream.state, startedAt: stream.started_at, heardAtMs: askedAtMs },
    ...withPiece(NO_TEXT, 0, stream.text),
  }));
  return [...kept, ...begun].slice(-COUNT_MAX);
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
