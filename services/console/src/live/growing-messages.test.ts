import { jest } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { afterFrame, afterRead, growingListener, growingQuery } from './growing-messages.ts';
import type { GrowingMessage } from './growing-messages.ts';
import type { StreamFrame } from './live-frame.ts';

const ids = {
  ...{ type: 'stream' as const, agent_id: 'agt_1', conversation_id: 'conv_1', message_id: 'msg_1' },
};
const text = (at: number, piece: string): StreamFrame => ({ ...ids, at, text: piece });
const end = (how: 'stored' | 'cut' | 'aborted'): StreamFrame => ({ ...ids, end: how });

const after = (...frames: StreamFrame[]) => frames.reduce(afterFrame, [] as readonly GrowingMessage[]);
const read = (askedAtMs: number) => ({ conversationId: 'conv_1', askedAtMs, streams: [] });
const seen = (messages: readonly GrowingMessage[] = []): string[] =>
  messages.map(({ text: shown, state }) => `${state}: ${shown}`);

describe('a message that an agent is writing', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is told some times a second, however often it grows, where a page shows its conversation', () => {
    jest.useFakeTimers();
    const queries = new QueryClient();
    const hear = growingListener(queries);
    const { queryKey } = growingQuery('conv_1');
    queries.setQueryData(queryKey, []);
    const listener = jest.fn();
    queries.getQueryCache().subscribe(listener);
    for (let at = 0; at < 10; at += 1) hear(text(at, 'x'));
    hear({ ...text(0, 'x'), conversation_id: 'conv_2' });
    expect(listener).not.toHaveBeenCalled();
    jest.advanceTimersByTime(50);
    expect(seen(queries.getQueryData(queryKey))).toEqual(['writing: xxxxxxxxxx']);
    expect(queries.getQueryState(growingQuery('conv_2').queryKey)).toBeUndefined();
    queries.clear();
  });

  it('is over when it is stored, stays until the history has it, and is gone soon in any case', () => {
    const over = after(text(0, 'x'), end('stored'), text(1, 'late'));
    expect(seen(over)).toEqual(['over: x']);
    const { heardAtMs = 0 } = over[0] ?? {};
    expect(seen(afterRead(over, read(heardAtMs + 9_999)))).toEqual(['over: x']);
    expect(afterRead(over, read(heardAtMs + 10_000))).toEqual([]);
  });

  it('disappears if it is given up, and if it broke off once the agent writes again', () => {
    expect(after(text(0, 'x'), end('aborted'))).toEqual([]);
    const next = { ...text(0, 'y'), message_id: 'msg_2' };
    expect(seen(after(text(0, 'x'), end('cut'), next))).toEqual(['writing: y']);
  });

  it('is over if the service does not name it, unless it began after that was asked', () => {
    const begun = after(text(0, 'x'));
    expect(seen(afterRead(begun, read(-1)))).toEqual(['writing: x']);
    expect(seen(afterRead(begun, read(Infinity)))).toEqual(['over: x']);
  });
});
