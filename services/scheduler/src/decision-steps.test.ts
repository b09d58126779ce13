import { expect, it } from '@jest/globals';
import type { ExpiredDecision, RemindedDecision } from '@svc/store';
import { Registry } from 'prom-client';
import { decisionSteps } from './due-steps.js';
import { runAll } from './steps.suite.js';

/** Runs both steps over these claims. */
async function runOver(expiries: ExpiredDecision[][], reminders: RemindedDecision[][]) {
  const told: string[] = [];
  const metrics = new Registry();
  const steps = decisionSteps({
    store: {
      decisions: { expire: async () => expiries.shift() ?? [], remind: async () => reminders.shift() ?? [] },
    },
    announcer: { announce: ({ eventId }) => void told.push(`announced ${eventId}`) },
    hints: {
      decisionChanged: ({ decisionId }) => void told.push(decisionId),
      eventChanged: (eventId) => void told.push(eventId),
    },
    metrics,
  });
  for (const step of steps) await runAll(step);
  const counted = (await metrics.getMetricsAsJSON()).map(({ values }) => values[0]?.value);
  return { told, counted };
}

function expired(number: number): ExpiredDecision {
  const event = {
    ...{ eventId: `evt_${number}`, agentId: 'agt_1', seq: number, pushNo: number, frame: '{}' },
    ...{ userId: 'usr_1', slot: null, isReachable: true, createdAt: new Date(0) },
    type: 'decision_resolved' as const,
  };
  return { decisionId: `dec_${number}`, userId: 'usr_1', event };
}

it('requests that have expired are announced in order, told to the consoles and counted, for as long as a claim is full', async () => {
  const full = Array.from({ length: 100 }, (_, index) => expired(index + 1));
  const { told, counted } = await runOver([full, [expired(101)], [expired(102)]], []);
  expect(told.slice(0, 4)).toEqual(['announced evt_1', 'evt_1', 'dec_1', 'announced evt_2']);
  expect(told).toHaveLength(3 * 101);
  expect(counted).toEqual([101, 0]);
});

it('reminders are told to the consoles and counted, for as long as a claim is full', async () => {
  const marked = (number: number): RemindedDecision => ({
    ...{ decisionId: `dec_${number}`, agentId: 'agt_1', userId: 'usr_1' },
  });
  const full = Array.from({ length: 100 }, (_, index) => marked(index));
  const { told, counted } = await runOver([], [full, [marked(100)], [marked(101)]]);
  expect(told).toEqual([...full, marked(100)].map(({ decisionId }) => decisionId));
  expect(counted).toEqual([0, 101]);
});
