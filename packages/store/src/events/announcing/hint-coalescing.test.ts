import { describe, expect, it } from '@jest/globals';
import { HintCoalescing } from './stream-hints.js';
import type { ChangeHint, HintCoalescingOptions } from './stream-hints.js';
import { ManualTiming } from './manual-timing.suite.js';

function setUp(options: Partial<HintCoalescingOptions> = {}) {
  const timing = new ManualTiming();
  const sent: ChangeHint[] = [];
  const coalescing = new HintCoalescing({ send: (hint) => void sent.push(hint), timing, ...options });
  return { timing, sent, coalescing };
}

function message(messageId: string, more: Partial<ChangeHint> = {}): ChangeHint {
  const ids = { conversation_id: 'conv_1', message_id: messageId };
  return { type: 'message', agent_id: 'agt_1', user_id: 'usr_1', ...ids, ...more };
}

describe('a hint', () => {
  it('is one with those that wait, and keeps only the ids that all of them have', () => {
    const { coalescing, sent, timing } = setUp();
    for (const id of ['msg_1', 'msg_2', 'msg_3', 'msg_4']) coalescing.offer(message(id));
    timing.pass(250);
    const coarser = { type: 'message', agent_id: 'agt_1', user_id: 'usr_1', conversation_id: 'conv_1' };
    expect(sent.slice(1)).toEqual([coarser]);
    coalescing.offer(message('msg_5'));
    coalescing.offer(message('msg_6', { conversation_id: 'conv_2' }));
    timing.pass(250);
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

  it('leaves neither memory nor a timer behind when nothing follows', () => {
    const { coalescing, sent, timing } = setUp({ kindsMax: 1 });
    coalescing.offer(message('msg_1'));
    timing.pass(250);
    expect(timing.callCount).toBe(0);
    coalescing.offer(message('msg_1', { agent_id: 'agt_2' }));
    expect(sent).toHaveLength(2);
  });

  it('is lost when more kinds are remembered than allowed', () => {
    const { coalescing, sent, timing } = setUp({ kindsMax: 2 });
    for (const agentId of ['agt_1', 'agt_2', 'agt_3']) coalescing.offer(message('m', { agent_id: agentId }));
    timing.pass(1_000);
    expect(sent.map((hint) => hint.agent_id)).toEqual(['agt_1', 'agt_2']);
  });

  it('waits when the process has sent too many, and is sent when it may', () => {
    const { coalescing, sent, timing } = setUp({ perWindow: 10 });
    const agents = Array.from({ length: 25 }, (_, index) => `agt_${index}`);
    for (const agentId of agents) coalescing.offer(message('m', { agent_id: agentId }));
    const counts = [sent.length];
    for (let window = 0; window < 3; window += 1) {
      // Of a kind that is offered all the time.
      coalescing.offer(message('m', { agent_id: 'agt_0' }));
      timing.pass(250);
      counts.push(sent.length);
    }
    expect(counts).toEqual([10, 20, 27, 28]);
    const often = ['agt_0', 'agt_0'];
    const order = [...agents.slice(0, 10), 'agt_0', ...agents.slice(10), ...often];
    expect(sent.map((hint) => hint.agent_id)).toEqual(order);
  });
});

it('closing sends what waits, and lets what comes later pass', () => {
  const { coalescing, sent, timing } = setUp();
  coalescing.offer(message('msg_1'));
  coalescing.offer(message('msg_2'));
  coalescing.close();
  coalescing.close();
  expect(sent).toEqual([message('msg_1'), message('msg_2')]);
  coalescing.offer(message('msg_3'));
  coalescing.offer(message('msg_4'));
  expect(sent).toHaveLength(4);
  expect(timing.callCount).toBe(0);
});
