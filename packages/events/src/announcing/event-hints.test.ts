import { describe, expect, it } from '@jest/globals';
import { createEventHints } from './event-hints.js';
import { Publishing } from './publishing.js';

const EVENT = { eventId: 'evt_1', agentId: 'agt_1', type: 'user_message' };

function setUp(ownerOf: (agentId: string) => Promise<string | null>) {
  const told: unknown[] = [];
  const warnings: string[] = [];
  const publishing = new Publishing({ warn: (_fields, text) => warnings.push(text) });
  let lookUps = 0;
  const eventHints = createEventHints({
    hints: {
      agentChanged: (...ids) => told.push(['agent', ...ids]),
      eventChanged: (...ids) => told.push(['event', ...ids]),
      runChanged: (change) => told.push(['run', change]),
    },
    ownerOf(agentId) {
      lookUps += 1;
      return ownerOf(agentId);
    },
    publishing,
  });
  return { eventHints, told, warnings, lookUps: () => lookUps, settled: () => publishing.drain() };
}

describe('an event that moved', () => {
  it('is told to the owner of its agent, who is looked up once', async () => {
    const { eventHints, told, lookUps, settled } = setUp(async () => 'usr_1');
    eventHints.eventMoved(EVENT);
    eventHints.eventMoved(EVENT);
    eventHints.agentMoved('agt_1');
    await settled();
    const event = ['event', 'evt_1', 'agt_1', 'usr_1'];
    expect(told).toEqual([event, event, ['agent', 'agt_1', 'usr_1']]);
    expect(lookUps()).toBe(1);
  });

  it.each(['task_due', 'task_trigger'])('is told together with its run where it is a %s', async (type) => {
    const { eventHints, told, settled } = setUp(async () => 'usr_1');
    eventHints.eventMoved({ ...EVENT, type });
    await settled();
    expect(told[1]).toEqual(['run', { agentId: 'agt_1', userId: 'usr_1' }]);
  });

  it('is told to nobody where the agent is gone', async () => {
    const { eventHints, told, settled } = setUp(async () => null);
    eventHints.eventMoved(EVENT);
    await settled();
    expect(told).toEqual([]);
  });

  it('is looked up again after the database did not answer', async () => {
    let answers = false;
    const { eventHints, told, warnings, settled } = setUp(async () => {
      if (!answers) throw new Error('away');
      return 'usr_1';
    });
    eventHints.eventMoved(EVENT);
    await settled();
    expect(warnings).toHaveLength(1);
    answers = true;
    eventHints.eventMoved(EVENT);
    await settled();
    expect(told).toHaveLength(1);
  });
});
