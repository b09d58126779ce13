import { expect, it } from '@jest/globals';
import { createLogger } from '@svc/runtime';
import type { BreakerStep } from '@svc/store';
import { Registry } from 'prom-client';
import { createBreakerKeeper } from './breaker-keeper.js';

const event = (eventId: string) => ({
  ...{ eventId, agentId: 'agt_1', seq: 1, type: 'user_message' as const, frame: '{}' },
  ...{ slot: null, isReachable: true },
});
const step = (did: BreakerStep['did'], ids: string[] = []): BreakerStep => ({
  ...{ agentId: 'agt_1', userId: 'user_1', did, events: ids.map(event) },
});

it('what goes out again is announced and counted, also without the broker, and consoles hear of it', async () => {
  const steps = [
    ...[step('waited'), step('probed', ['evt_1']), step('began to release')],
    ...[step('released', ['evt_2', 'evt_3']), step('closed')],
  ];
  const told: string[] = [];
  const metrics = new Registry();
  const counted = (name: string) => metrics.getSingleMetric(name)?.get();
  await new Promise<void>((resolve, reject) => {
    const keeper = createBreakerKeeper({
      store: {
        breakers: {
          async step() {
            const next = steps.shift();
            if (next === undefined) keeper.stop().then(resolve, reject);
            return next ?? null;
          },
          counts: async () => ({ open: 1, held: 3 }),
          forget: async () => void told.push('forgotten'),
        },
      },
      announcer: {
        async announceAll(events) {
          told.push(...events.map(({ eventId }) => eventId));
          return { errors: [new Error('The broker is away')] } as never;
        },
      },
      hints: {
        agentChanged: () => told.push('agent'),
        eventChanged: (eventId) => told.push(`event ${eventId}`),
      },
      logger: createLogger({ service: 'test', level: 'silent' }),
      metrics,
    });
    keeper.start().catch(reject);
  });
  expect(told).toEqual([
    ...['forgotten', 'agent', 'event evt_1', 'evt_1', 'agent'],
    ...['agent', 'event evt_2', 'event evt_3', 'evt_2', 'evt_3', 'agent'],
  ]);
  expect((await counted('webhook_breaker_events_total'))?.values).toMatchObject([
    { labels: { as: 'probe' }, value: 1 },
    { labels: { as: 'release' }, value: 2 },
  ]);
  expect((await counted('webhook_breakers_open'))?.values).toMatchObject([{ value: 1 }]);
  expect((await counted('webhook_events_held'))?.values).toMatchObject([{ value: 3 }]);
});
