import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ClientHint } from '@svc/proto-events';
import { Signal } from '@svc/testkit';
import { useDispatcher } from './dispatcher-bench.suite.js';
import { statuses } from './receiver.suite.js';

const bench = useDispatcher();
let hints: Signal<ClientHint>;

beforeAll(async () => {
  await bench.broker.consumeClientHints((hint) => hints.push(hint));
});

beforeEach(() => {
  hints = new Signal();
});

describe('the consoles of an agent’s owner', () => {
  it('are told of an attempt, and of the agent when its event has failed', async () => {
    const receiver = await bench.receiver(statuses(500));
    const agent = await bench.addAgent(receiver.url);
    await bench.start({ config: { retryDelaysMs: [] } });
    const { eventId } = await bench.send(agent);
    const { agentId, ownerId } = agent;
    expect(await hints.until((items) => items.length >= 2)).toEqual([
      { type: 'event', agent_id: agentId, user_id: ownerId, event_id: eventId },
      { type: 'agent', agent_id: agentId, user_id: ownerId },
    ]);
  });

  it('are told when an event is delivered, and nothing of the agent', async () => {
    const receiver = await bench.receiver(statuses(200));
    const agent = await bench.addAgent(receiver.url);
    const running = await bench.start();
    const { eventId } = await bench.send(agent);
    await bench.attemptsOf(eventId, 1);
    await running.stop();
    expect(await hints.atLeast(1)).toMatchObject([{ type: 'event', event_id: eventId }]);
  });

  it('are told once of many events of one agent', async () => {
    const receiver = await bench.receiver();
    const agent = await bench.addAgent(receiver.url);
    // No window ends by itself, so that all changes fall into the first.
    const hintTiming = { nowMs: () => 0, after: () => () => {} };
    const running = await bench.start({ hintTiming });
    const sent = await Promise.all(Array.from({ length: 20 }, () => bench.send(agent)));
    for (const { eventId } of sent) await bench.attemptsOf(eventId, 1);
    await running.stop();
    await hints.until((items) => items.some((hint) => !('event_id' in hint)));
    // The first at once, and one for all others.
    expect(hints.items.filter(({ type }) => type === 'event')).toHaveLength(2);
    expect(hints.items).toHaveLength(2);
  });
});
