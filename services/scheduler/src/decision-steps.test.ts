import { describe, expect, it } from '@jest/globals';
import type { ExpiredDecision, RemindedDecision } from '@svc/store';
import { Registry } from 'prom-client';
import { decisionSteps } from './decision-steps.js';
import { runAll } from './steps.suite.js';

/** Runs the step over these claims. */
async function expireAll(claims: ExpiredDecision[][]) {
  const published: unknown[] = [];
  const told: string[] = [];
  const limits: number[] = [];
  const metrics = new Registry();
  const [expiry] = decisionSteps({
    store: {
      decisions: {
        async expire(limit) {
          limits.push(limit);
          return claims.shift() ?? [];
        },
        remind: async () => [],
      },
    },
    announcer: { announce: ({ eventId }) => void published.push(eventId) },
    hints: {
      decisionChanged: ({ decisionId }) => void told.push(decisionId),
      eventChanged: (eventId) => void told.push(eventId),
    },
    metrics,
  });
  await runAll(expiry!);
  const [counter] = await metrics.getMetricsAsJSON();
  return { published, told, limits, counted: counter?.values[0]?.value };
}

function expired(number: number): ExpiredDecision {
  const event = {
    ...{ eventId: `evt_${number}`, agentId: 'agt_1', seq: number, pushNo: number, frame: '{}' },
    ...{ userId: 'usr_1', slot: null, isReachable: true },
  };
  return {
    decisionId: `dec_${number}`,
    userId: 'usr_1',
    event: { ...event, type: 'decision_resolved' },
  };
}

describe('the expiry of decisions', () => {
  it('announces in order, tells the consoles, and counts', async () => {
    const turn = await expireAll([[expired(1), expired(2)]]);
    expect(turn.published).toEqual(['evt_1', 'evt_2']);
    expect(turn.told).toEqual(['evt_1', 'dec_1', 'evt_2', 'dec_2']);
    expect(turn.counted).toBe(2);
  });

  it('goes on at once as long as a claim is full', async () => {
    const full = Array.from({ length: 100 }, (_, index) => expired(index + 1));
    const turn = await expireAll([full, full, [expired(101)]]);
    expect(turn.published).toHaveLength(201);
    expect(turn.limits).toEqual([100, 100, 100]);
  });
});

it('reminders tell the consoles of each request that was marked, count, and go on as long as a claim is full', async () => {
  const marked = (number: number): RemindedDecision => ({
    ...{ decisionId: `dec_${number}`, agentId: 'agt_1', userId: 'usr_1' },
  });
  const full = Array.from({ length: 100 }, (_, index) => marked(index));
  const claims = [full, [marked(100)], [marked(101)]];
  const told: RemindedDecision[] = [];
  const metrics = new Registry();
  const [, reminders] = decisionSteps({
    store: { decisions: { expire: async () => [], remind: async () => claims.shift() ?? [] } },
    announcer: { announce: () => {} },
    hints: { decisionChanged: (decision) => void told.push(decision), eventChanged: () => {} },
    metrics,
  });
  await runAll(reminders!);
  expect(told).toEqual([...full, marked(100)]);
  const counted = await metrics.getSingleMetric('decisions_reminded_total')!.get();
  expect(counted.values[0]?.value).toBe(101);
});
