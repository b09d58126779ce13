import { describe, expect, it } from '@jest/globals';
import { useDispatcher } from './dispatcher-bench.suite.js';
import type { TestAgent } from './dispatcher-bench.suite.js';
import { never } from './receiver.suite.js';

const bench = useDispatcher();

/** Sends many messages at once and resolves with the ids of their events. */
async function sendMany(agent: TestAgent, count: number): Promise<string[]> {
  const sent = await Promise.all(
    Array.from({ length: count }, (_, index) => bench.send(agent, `message ${index}`)),
  );
  return sent.map((event) => event.eventId);
}

async function delivered(eventIds: readonly string[]): Promise<void> {
  const wanted = new Set(eventIds);
  await bench.finished.until(
    (items) =>
      items.filter((item) => wanted.has(item.eventId) && item.outcome === 'delivered').length >= wanted.size,
  );
}

describe('an endpoint that hangs', () => {
  it('costs another agent nothing: its deliveries end while those that hang are still open', async () => {
    const [hanging, healthy] = [await bench.receiver(never), await bench.receiver()];
    const hangingAgent = await bench.addAgent(hanging.url);
    const healthyAgent = await bench.addAgent(healthy.url);
    await bench.start({ config: { timeoutMs: 60_000, concurrency: 16 } });
    await sendMany(hangingAgent, 400);
    await hanging.requests.atLeast(4);
    await delivered(await sendMany(healthyAgent, 100));
    expect(hanging.requests.items).toHaveLength(4);
    expect(healthy.requests.items).toHaveLength(100);
  }, 30_000);

  it('costs the others nothing when there are more of them than places', async () => {
    const [hanging, healthy] = [await bench.receiver(never), await bench.receiver()];
    const agents = await Promise.all(Array.from({ length: 12 }, () => bench.addAgent(hanging.url)));
    const healthyAgent = await bench.addAgent(healthy.url);
    await bench.start({ config: { timeoutMs: 60_000, concurrency: 8 } });
    for (const agent of agents) await sendMany(agent, 10);
    await delivered(await sendMany(healthyAgent, 20));
    expect(healthy.requests.items).toHaveLength(20);
  }, 30_000);

  it('gets what it missed as soon as it answers again', async () => {
    const receiver = await bench.receiver(never);
    const agent = await bench.addAgent(receiver.url);
    await bench.start({ config: { timeoutMs: 300, retryDelaysMs: [10, 10, 10] } });
    const eventIds = await sendMany(agent, 60);
    await receiver.requests.atLeast(4);
    receiver.answer = (_request, response) => response.end();
    await delivered(eventIds);
    expect((await bench.store.agents.find(agent.agentId))?.status).toBe('active');
  }, 30_000);
});

describe('an agent with many events', () => {
  it('gets all of them, though only a few wait in memory', async () => {
    const receiver = await bench.receiver();
    const agent = await bench.addAgent(receiver.url);
    const { metrics } = await bench.start({ config: { concurrencyPerAgent: 1 } });
    const eventIds = await sendMany(agent, 300);
    await delivered(eventIds);
    expect(receiver.requests.items).toHaveLength(300);
    expect(await metrics.metrics()).toMatch(/webhook_events_left_total [1-9]/);
  }, 30_000);
});

it('what waits in memory goes on at another dispatcher when one stops', async () => {
  const receiver = await bench.receiver(never);
  const agent = await bench.addAgent(receiver.url);
  const first = await bench.start({ config: { concurrencyPerAgent: 1 } });
  const eventIds = await sendMany(agent, 5);
  await receiver.requests.atLeast(1);
  await first.stop();
  receiver.answer = (_request, response) => response.end();
  const cutOff = receiver.requests.items[0]?.headers['x-svc-event-id'];
  await bench.start();
  await delivered(eventIds.filter((eventId) => eventId !== cutOff));
});
