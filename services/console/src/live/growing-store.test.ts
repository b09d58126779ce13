import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { growingStore } from './growing-store.ts';
import type { StreamFrame } from './live-frame.ts';

const ids = (message: string) => ({
  ...{ type: 'stream' as const, agent_id: 'agt_1', conversation_id: 'conv_1', message_id: message },
});
const text = (message: string, at: number, piece: string): StreamFrame => ({
  ...ids(message),
  at,
  text: piece,
});
const end = (message: string, how: 'stored' | 'cut' | 'aborted'): StreamFrame => ({
  ...ids(message),
  end: how,
});

const seen = (): string[] => growingStore.of('conv_1').map(({ text: shown, state }) => `${state}: ${shown}`);

describe('a message that an agent is writing', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    for (const { messageId } of growingStore.of('conv_1')) growingStore.forget(messageId);
    jest.runAllTimers();
    jest.useRealTimers();
  });

  it('is told some times a second, however often it grows', () => {
    const listener = jest.fn();
    const stop = growingStore.subscribe(listener);
    for (let at = 0; at < 10; at += 1) growingStore.hear(text('msg_1', at, 'x'));
    expect(listener).not.toHaveBeenCalled();
    jest.advanceTimersByTime(50);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(seen()).toEqual(['writing: xxxxxxxxxx']);
    expect(growingStore.of('conv_1')).toBe(growingStore.of('conv_1'));
    expect(growingStore.of('conv_2')).toEqual([]);
    stop();
  });

  it('is over when it is stored, stays until the history has it, and is gone soon in any case', () => {
    growingStore.hear(text('msg_1', 0, 'x'));
    growingStore.hear(end('msg_1', 'stored'));
    growingStore.hear(text('msg_1', 1, 'late'));
    expect(seen()).toEqual(['over: x']);
    jest.advanceTimersByTime(10_000);
    expect(seen()).toEqual([]);
  });

  it('disappears if it is given up', () => {
    growingStore.hear(text('msg_1', 0, 'x'));
    growingStore.hear(end('msg_1', 'aborted'));
    expect(seen()).toEqual([]);
  });

  it('is over if the service does not name it, unless it began after that was asked', () => {
    growingStore.hear(text('msg_1', 0, 'x'));
    growingStore.read('conv_1', { askedAtMs: -1, streams: [] });
    expect(seen()).toEqual(['writing: x']);
    growingStore.read('conv_2', { askedAtMs: Infinity, streams: [] });
    expect(seen()).toEqual(['writing: x']);
    growingStore.read('conv_1', { askedAtMs: Infinity, streams: [] });
    expect(seen()).toEqual(['over: x']);
  });
});
