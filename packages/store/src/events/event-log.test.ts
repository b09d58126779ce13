import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { useStore } from '../store.suite.js';

const bench = useStore();

describe('the event log', () => {
  it('tells when the next attempt is due, and nothing while one is under way', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://example.org/' });
    const { eventId } = await bench.addMessage(agent);
    const next = async () => (await bench.store.eventLog.list({ ...agent, limit: 1 }))?.[0]?.nextAttemptAt;
    expect(await next()).toBeNull();
    const reserved = await bench.store.attempts.reserve({
      eventId,
      deliveryId: newId('delivery'),
      attempt: 0,
      leaseMs: 60_000,
    });
    expect(await next()).toBeNull();
    const { deliveryId, agentId, reservation } = reserved!;
    const failure = {
      outcome: 'http_error',
      statusCode: 500,
      error: null,
      response: null,
      durationMs: 1,
    } as const;
    await bench.store.attempts.finish({
      deliveryId,
      eventId,
      agentId,
      reservation,
      ...failure,
      nextInMs: 30_000,
    });
    const [now] = await bench.sql('SELECT now() AS now');
    const waitMs = (await next())!.getTime() - (now!['now'] as Date).getTime();
    expect(waitMs).toBeGreaterThan(28_000);
    expect(waitMs).toBeLessThanOrEqual(30_000);
  });

  it('pages by the id of the last event, newest first', async () => {
    const agent = await bench.addAgent();
    for (let count = 0; count < 5; count += 1) await bench.addMessage(agent);
    const first = (await bench.store.eventLog.list({ ...agent, limit: 3 }))!;
    const second = (await bench.store.eventLog.list({ ...agent, limit: 3, cursor: first.at(-1)!.eventId }))!;
    expect([...first, ...second].map((event) => event.eventId)).toEqual(
      (
        await bench.sql('SELECT id FROM event_state WHERE agent_id = $1 ORDER BY seq DESC', [agent.agentId])
      ).map((row) => row['id']),
    );
  });
});
