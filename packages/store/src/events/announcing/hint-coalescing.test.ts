import { jest } from '@jest/globals';
import { HintCoalescing } from './stream-hints.js';
import type { ChangeHint } from './stream-hints.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function setUp() {
  const sent: ChangeHint[] = [];
  return { sent, coalescing: new HintCoalescing((hint) => void sent.push(hint)) };
}

function message(messageId: string, more: Partial<ChangeHint> = {}): ChangeHint {
  const ids = { conversation_id: 'conv_1', message_id: messageId };
  return { type: 'message', agent_id: 'agt_1', user_id: 'usr_1', ...ids, ...more };
}

describe('a hint', () => {
  it('is one with those that wait, and keeps only the ids that all of them have', () => {
    const { coalescing, sent } = setUp();
    for (const id of ['msg_1', 'msg_2', 'msg_3', 'msg_4']) coalescing.offer(message(id));
    jest.advanceTimersByTime(250);
    const coarser = { type: 'message', agent_id: 'agt_1', user_id: 'usr_1', conversation_id: 'conv_1' };
    expect(sent.slice(1)).toEqual([coarser]);
    coalescing.offer(message('msg_5'));
    coalescing.offer(message('msg_6', { conversation_id: 'conv_2' }));
    jest.advanceTimersByTime(250);
    expect(sent.at(-1)).toEqual({ type: 'message', agent_id: 'agt_1', user_id: 'usr_1' });
  });

  it('does not wait for those of another type, agent or user', () => {
    const { coalescing, sent } = setUp();
    coalescing.offer(message('msg_1'));
    coalescing.offer(message('msg_1', { type: 'event' }));
    coalescing.offer(message('msg_1', { agent_id: 'agt_2' }));
    coalescing.offer(message('msg_1', { user_id: 'usr_2' }));
    expect(sent).toHaveLength(4);
  });

  it('is lost when 10,000 kinds are remembered, which are forgotten with their timer when nothing follows', () => {
    const { coalescing, sent } = setUp();
    for (let n = 0; n <= 10_000; n += 1) coalescing.offer(message('m', { agent_id: `agt_${n}` }));
    jest.advanceTimersByTime(80 * 250);
    expect(sent).toHaveLength(10_000);
    expect(sent.at(-1)).toMatchObject({ agent_id: 'agt_9999' });
    expect(jest.getTimerCount()).toBe(0);
    coalescing.offer(message('m', { agent_id: 'agt_10000' }));
    expect(sent.at(-1)).toMatchObject({ agent_id: 'agt_10000' });
  });

  it('waits when the process has sent 125 in a window, and is sent when it may', () => {
    const { coalescing, sent } = setUp();
    const agents = Array.from({ length: 300 }, (_, index) => `agt_${index}`);
    for (const agentId of agents) coalescing.offer(message('m', { agent_id: agentId }));
    const counts = [sent.length];
    for (let window = 0; window < 3; window += 1) {
      // Of a kind that is offered all the time.
      coalescing.offer(message('m', { agent_id: 'agt_0' }));
      jest.advanceTimersByTime(250);
      counts.push(sent.length);
    }
    expect(counts).toEqual([125, 250, 302, 303]);
    const often = ['agt_0', 'agt_0'];
    const order = [...agents.slice(0, 125), 'agt_0', ...agents.slice(125), ...often];
    expect(sent.map((hint) => hint.agent_id)).toEqual(order);
  });
});

it('closing sends what waits, and lets what comes later pass', () => {
  const { coalescing, sent } = setUp();
  coalescing.offer(message('msg_1'));
  coalescing.offer(message('msg_2'));
  coalescing.close();
  coalescing.close();
  expect(sent).toEqual([message('msg_1'), message('msg_2')]);
  coalescing.offer(message('msg_3'));
  coalescing.offer(message('msg_4'));
  expect(sent).toHaveLength(4);
  expect(jest.getTimerCount()).toBe(0);
});
