import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { openStore } from '../store.js';
import { useStore } from '../store.suite.js';
import { attemptCalls } from './attempts.suite.js';

const bench = useStore();
const { reserve, finish, fail } = attemptCalls(bench);

async function pendingEvent() {
  const agent = await bench.addAgent({ webhookUrl: 'https://example.org/hook' });
  const { eventId } = await bench.addMessage(agent);
  return { ...agent, eventId };
}

describe('reserving an attempt', () => {
  it('gives the first one number 0 and the reason first_attempt', async () => {
    const { eventId } = await pendingEvent();
    expect(await reserve(eventId, 0)).toMatchObject({
      retryNum: 0,
      retryReason: 'first_attempt',
      webhookUrl: 'https://example.org/hook',
    });
  });

  it('is granted to one of many that hold the same broker message', async () => {
    const { eventId } = await pendingEvent();
    const granted = await Promise.all(Array.from({ length: 10 }, () => reserve(eventId, 0)));
    expect(granted.filter((reserved) => reserved !== null)).toHaveLength(1);
  });

  it('numbers the retries and names the last outcome as their reason', async () => {
    const { eventId } = await pendingEvent();
    await fail(eventId, 0, 10);
    const reserved = await reserve(eventId, 1);
    expect(reserved).toMatchObject({ retryNum: 1, retryReason: 'http_error' });
    await finish(reserved!, { outcome: 'http_timeout', nextInMs: 10 });
    expect(await reserve(eventId, 2)).toMatchObject({ retryNum: 2, retryReason: 'http_timeout' });
  });

  it('names unknown as the reason when the former attempt never ended', async () => {
    const { eventId } = await pendingEvent();
    await reserve(eventId, 0);
    expect(await reserve(eventId, 1)).toMatchObject({ retryNum: 1, retryReason: 'unknown' });
  });

  it('is refused while the agent is online', async () => {
    const { eventId, agentId } = await pendingEvent();
    const hub = await bench.store.presence.claimSlot('attempts-online');
    await bench.store.presence.connect({ sessionId: newId('session'), agentId, ...hub, revokeAt: null });
    expect(await reserve(eventId, 0)).toBeNull();
  });

  it('starts again at 0 in the round that a redelivery opens', async () => {
    const { eventId, ownerId } = await pendingEvent();
    await fail(eventId, 0, null);
    await bench.store.events.restart(eventId, ownerId);
    expect(await reserve(eventId, 1)).toMatchObject({ retryNum: 0, retryReason: 'first_attempt' });
  });
});

describe('finishing an attempt', () => {
  it('marks the event delivered by webhook after a success', async () => {
    const { eventId, agentId, ownerId } = await pendingEvent();
    await finish((await reserve(eventId, 0))!, { outcome: 'delivered', statusCode: 204 });
    const [event] = (await bench.store.eventLog.list({ agentId, ownerId, limit: 1 })) ?? [];
    expect(event).toMatchObject({
      state: 'delivered',
      channel: 'webhook',
      attempts: [{ statusCode: 204, durationMs: 1 }],
    });
  });

  it('leaves the event pending while a retry follows, and failed when none does', async () => {
    const { eventId } = await pendingEvent();
    await fail(eventId, 0, 30_000);
    expect((await bench.store.events.route(eventId))?.state).toBe('pending');
    await fail(eventId, 1, null);
    expect((await bench.store.events.route(eventId))?.state).toBe('failed');
  });

  it('sets the agent to error at the fifth failed event in a row, and back at the next success', async () => {
    const { eventId, agentId, ownerId } = await pendingEvent();
    await fail(eventId, 0, null);
    for (let failures = 2; failures <= 5; failures += 1) {
      expect((await bench.store.agents.find(agentId))?.status).toBe('active');
      await fail((await bench.addMessage({ agentId, ownerId })).eventId, 0, null);
    }
    expect(await bench.store.agents.find(agentId)).toMatchObject({ status: 'error', consecutiveFailures: 5 });
    const next = await bench.addMessage({ agentId, ownerId });
    await finish((await reserve(next.eventId, 0))!, { outcome: 'delivered', statusCode: 200 });
    expect(await bench.store.agents.find(agentId)).toMatchObject({
      status: 'active',
      consecutiveFailures: 0,
    });
  });

  it('counts every failure of events that fail at once in different processes', async () => {
    const { agentId, ownerId } = await pendingEvent();
    const other = openStore({ databaseUrl: bench.databaseUrl, box: bench.box });
    const reserved = [];
    for (let count = 0; count < 20; count += 1) {
      const { eventId } = await bench.addMessage({ agentId, ownerId });
      reserved.push((await reserve(eventId, 0))!);
    }
    await Promise.all(
      reserved.map(({ deliveryId, eventId, reservation }, index) =>
        (index % 2 === 0 ? bench.store : other).attempts.finish({
          ...{ deliveryId, eventId, agentId, reservation, outcome: 'http_error', nextInMs: null },
          ...{ statusCode: 500, error: null, response: null, durationMs: 1 },
        }),
      ),
    );
    await other.close();
    expect((await bench.store.agents.find(agentId))?.consecutiveFailures).toBe(20);
  });

  it('does not let a late failure move an event that another process has taken up', async () => {
    const { eventId } = await pendingEvent();
    const late = await reserve(eventId, 0);
    await reserve(eventId, 1);
    await finish(late!, { nextInMs: null });
    expect(await bench.store.events.route(eventId)).toMatchObject({ state: 'pending', inFlight: true });
  });
});

describe('taking an attempt back', () => {
  const error = 'The service could not sign the delivery';

  it('leaves the event pending, and the attempt uncounted, however often', async () => {
    const { eventId } = await pendingEvent();
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const reserved = await reserve(eventId, attempt);
      expect(reserved).toMatchObject({ retryNum: 0, retryReason: 'first_attempt' });
      await bench.store.attempts.takeBack({ ...reserved!, error });
    }
    expect(await reserve(eventId, 12)).toMatchObject({ retryNum: 0 });
    const attempts = await bench.sql(
      'SELECT outcome, error FROM delivery_attempt WHERE event_id = $1 AND outcome IS NOT NULL',
      [eventId],
    );
    expect(attempts).toEqual(Array(12).fill({ outcome: 'http_error', error }));
  });

  it('keeps the number of the retry', async () => {
    const { eventId } = await pendingEvent();
    await fail(eventId, 0, 10);
    await bench.store.attempts.takeBack({ ...(await reserve(eventId, 1))!, error });
    expect(await reserve(eventId, 2)).toMatchObject({ retryNum: 1 });
  });

  it('does not move an event that another process has taken up', async () => {
    const { eventId } = await pendingEvent();
    const late = await reserve(eventId, 0);
    const taken = await reserve(eventId, 1);
    await bench.store.attempts.takeBack({ ...late!, error });
    await bench.store.attempts.finish({
      ...{ ...taken!, outcome: 'delivered', statusCode: 200, error: null, response: null },
      ...{ durationMs: 1, nextInMs: null },
    });
    const [row] = await bench.sql('SELECT state FROM event_end WHERE event_id = $1', [eventId]);
    expect(row).toEqual({ state: 'delivered' });
  });
});
