/** @only-in-all Plays many things at once, to find races. */
import type { FinishedAttempt } from '@svc/store';
import { neverAnswer } from '@svc/testkit';
import { useDispatcher } from './dispatcher-bench.suite.js';
import type { TestAgent } from './dispatcher-bench.suite.js';

const CASE_MS_MAX = 120_000;

const bench = useDispatcher();

/** Sends many messages at once and resolves with the ids of their events. */
async function sendMany(agent: TestAgent, count: number): Promise<string[]> {
  const texts = Array.from({ length: count }, (_, index) => `message ${index}`);
  const sent = await Promise.all(texts.map((text) => bench.send(agent, text)));
  return sent.map((event) => event.eventId);
}

/** Resolves when all are delivered. Waits for one after the other, since many take long on a busy machine. */
async function delivered(eventIds: readonly string[]): Promise<void> {
  const wanted = new Set(eventIds);
  const countOf = (items: FinishedAttempt[]) =>
    items.filter((item) => wanted.has(item.eventId) && item.outcome === 'delivered').length;
  for (let count = 0; count < wanted.size;)
    count = countOf(await bench.finished.until((items) => countOf(items) > count, 'a further delivery'));
}

it(
  'endpoints that hang cost the others nothing, though there are many',
  async () => {
    const [hanging, healthy] = [await bench.receiver(neverAnswer), await bench.receiver()];
    const agents = await Promise.all(Array.from({ length: 12 }, () => bench.addAgent(hanging.url)));
    const healthyAgent = await bench.addAgent(healthy.url);
    await bench.start({ config: { timeoutMs: 60_000, concurrency: 64 } });
    for (const agent of agents) await sendMany(agent, 10);
    await delivered(await sendMany(healthyAgent, 20));
    expect(healthy.deliveries.items).toHaveLength(20);
  },
  CASE_MS_MAX,
);

it('what a dispatcher that stops has not begun goes on at another', async () => {
  const receiver = await bench.receiver(neverAnswer);
  const agent = await bench.addAgent(receiver.url);
  const first = await bench.start({ config: { concurrencyPerAgent: 1 } });
  const eventIds = await sendMany(agent, 5);
  await receiver.deliveries.atLeast(1);
  await first.stop();
  receiver.answer = (_request, response) => response.end();
  const cutOff = receiver.deliveries.items[0]?.headers['x-svc-event-id'];
  await bench.start();
  await delivered(eventIds.filter((eventId) => eventId !== cutOff));
});
