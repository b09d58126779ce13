import { expect, it } from '@jest/globals';
import { createLogger } from '@svc/runtime';
import type { RemindedDecision } from '@svc/store';
import { Registry } from 'prom-client';
import { createDecisionReminders } from './decision-reminders.js';
import { firstTurnOf } from './turn.suite.js';

it('reminders tell the consoles of each request that was marked, count, and go on as long as a claim is full', async () => {
  const marked = (number: number): RemindedDecision => ({
    ...{ decisionId: `dec_${number}`, agentId: 'agt_1', userId: 'usr_1' },
  });
  const full = Array.from({ length: 100 }, (_, index) => marked(index));
  const claims = [full, [marked(100)], [marked(101)]];
  const told: RemindedDecision[] = [];
  const metrics = new Registry();
  await firstTurnOf((sleep) =>
    createDecisionReminders({
      store: { decisions: { remind: async () => claims.shift() ?? [] } },
      hints: { decisionChanged: (decision) => void told.push(decision) },
      ...{ metrics, logger: createLogger({ service: 'test', level: 'silent' }), sleep },
    }),
  );
  expect(told).toEqual([...full, marked(100)]);
  const [counter] = await metrics.getMetricsAsJSON();
  expect(counter?.values[0]?.value).toBe(101);
});
