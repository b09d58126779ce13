import { describe, expect, it } from '@jest/globals';
import type { Broker } from '@svc/broker';
import { createAnnouncer, Publishing } from '@svc/events';
import { createLogger } from '@svc/runtime';
import type { ExpiredDecision } from '@svc/store';
import { Registry } from 'prom-client';
import { createDecisionExpiry } from './decision-expiry.js';
import { firstTurnOf } from './turn.suite.js';

/** Runs one turn over these claims; the broker refuses to publish where it is told to. */
async function turnOver(claims: ExpiredDecision[][], { isBrokerAway = false } = {}) {
  const published: unknown[] = [];
  const told: string[] = [];
  const limits: number[] = [];
  const metrics = new Registry();
  const logger = createLogger({ service: 'test', level: 'silent' });
  await firstTurnOf((sleep) =>
    createDecisionExpiry({
      store: {
        decisions: {
          async expire(limit) {
            limits.push(limit);
            return claims.shift() ?? [];
          },
        },
      },
      announcer: createAnnouncer({
        broker: {
          async publish(_address: unknown, message: { event_id: string }) {
            if (isBrokerAway) throw new Error('No connection');
            published.push(message.event_id);
          },
        } as unknown as Broker,
        events: { hurry: async () => {}, parkUnheld: async () => null },
        hints: { eventChanged: () => {}, runChanged: () => {} },
        publishing: new Publishing(logger),
      }),
      hints: {
        decisionChanged: ({ decisionId }) => void told.push(decisionId),
        eventChanged: (eventId) => void told.push(eventId),
      },
      ...{ metrics, logger, sleep },
    }),
  );
  const [counter] = await metrics.getMetricsAsJSON();
  return { published, told, limits, counted: counter?.values[0]?.value };
}

function expired(number: number): ExpiredDecision {
  const event = {
    ...{ eventId: `evt_${number}`, agentId: 'agt_1', seq: number, frame: '{}' },
    ...{ slot: null, isReachable: true },
  };
  return {
    decisionId: `dec_${number}`,
    userId: 'usr_1',
    event: { ...event, type: 'decision_resolved' },
  };
}

describe('the expiry of decisions', () => {
  it('publishes in order, tells the consoles, and counts', async () => {
    const turn = await turnOver([[expired(1), expired(2)]]);
    expect(turn.published).toEqual(['evt_1', 'evt_2']);
    expect(turn.told).toEqual(['evt_1', 'dec_1', 'evt_2', 'dec_2']);
    expect(turn.counted).toBe(2);
  });

  it('goes on at once as long as a claim is full', async () => {
    const full = Array.from({ length: 100 }, (_, index) => expired(index + 1));
    const turn = await turnOver([full, full, [expired(101)]]);
    expect(turn.published).toHaveLength(201);
    expect(turn.limits).toEqual([100, 100, 100]);
  });

  it('goes on without a broker, since the sweeper publishes what is stored', async () => {
    const turn = await turnOver([[expired(1)]], { isBrokerAway: true });
    expect(turn).toMatchObject({ published: [], told: ['evt_1', 'dec_1'], counted: 1 });
  });
});
