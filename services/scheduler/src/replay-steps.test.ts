import { expect, it } from '@jest/globals';
import type { ReplayStep } from '@svc/store';
import { Registry } from 'prom-client';
import { replaySteps } from './replay-steps.js';
import { runAll } from './steps.suite.js';

const event = (eventId: string) => ({
  ...{ eventId, agentId: 'agt_1', seq: 1, pushNo: 1, type: 'user_message' as const, frame: '{}' },
  ...{ userId: 'user_1', slot: null, isReachable: true, createdAt: new Date(0) },
});
const step = (ids: string[], isEnded = false): ReplayStep => ({
  ...{ replayId: 'rpl_1', agentId: 'agt_1', userId: 'user_1', isEnded, events: ids.map(event) },
});

it('steps of replays are announced, and consoles hear of their end', async () => {
  const told: string[] = [];
  const steps = [step(['evt_1', 'evt_2']), step([]), step(['evt_3'], true)];
  const metrics = new Registry();
  await runAll(
    replaySteps({
      store: { replaySteps: { step: async () => steps.shift() ?? null, dueInMs: async () => null } },
      announcer: {
        announce: ({ eventId }) => void told.push(eventId),
      },
      hints: {
        eventChanged: (eventId) => told.push(`event ${eventId}`),
        agentChanged: (agentId) => told.push(`agent ${agentId}`),
      },
      metrics,
    }),
  );
  expect(told).toEqual([
    ...['event evt_1', 'evt_1', 'event evt_2', 'evt_2'],
    ...['event evt_3', 'evt_3', 'agent agt_1'],
  ]);
  expect((await metrics.getSingleMetric('replayed_events_total')?.get())?.values).toMatchObject([
    { value: 3 },
  ]);
});
