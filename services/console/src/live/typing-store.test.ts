import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { typingStore } from './typing-store.ts';

const WHERE = { agent_id: 'agt_1', conversation_id: 'conv_1' };

const isWriting = () => typingStore.isWriting('agt_1', 'conv_1');

describe('an agent that is writing', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.runAllTimers();
    jest.useRealTimers();
  });

  it('is known for some seconds, and longer if it says so again', () => {
    typingStore.hear({ type: 'typing', ...WHERE });
    jest.advanceTimersByTime(5_000);
    typingStore.hear({ type: 'typing', ...WHERE });
    jest.advanceTimersByTime(5_000);
    expect(isWriting()).toBe(true);
    jest.advanceTimersByTime(1_000);
    expect(isWriting()).toBe(false);
  });

  it('is known in its conversation alone', () => {
    typingStore.hear({ type: 'typing', ...WHERE });
    expect(typingStore.isWriting('agt_1', 'conv_2')).toBe(false);
    expect(typingStore.isWriting('agt_2', 'conv_1')).toBe(false);
    expect(typingStore.isWriting('agt_1', null)).toBe(false);
  });

  it('has ended with a message there, and with no other change', () => {
    typingStore.hear({ type: 'typing', ...WHERE });
    typingStore.hear({ type: 'message', agent_id: 'agt_1', conversation_id: 'conv_2' });
    typingStore.hear({ type: 'event', agent_id: 'agt_1' });
    expect(isWriting()).toBe(true);
    typingStore.hear({ type: 'message', ...WHERE });
    expect(isWriting()).toBe(false);
  });

  it('is not remembered beside a hundred others', () => {
    for (let count = 0; count < 100; count += 1)
      typingStore.hear({ type: 'typing', agent_id: 'agt_2', conversation_id: `conv_${count}` });
    typingStore.hear({ type: 'typing', ...WHERE });
    expect(isWriting()).toBe(false);
  });

  it('is told to those who listen, until they stop', () => {
    const listener = jest.fn();
    const stop = typingStore.subscribe(listener);
    typingStore.hear({ type: 'typing', ...WHERE });
    typingStore.hear({ type: 'message', ...WHERE });
    typingStore.hear({ type: 'message', ...WHERE });
    stop();
    typingStore.hear({ type: 'typing', ...WHERE });
    expect(listener).toHaveBeenCalledTimes(2);
  });
});
