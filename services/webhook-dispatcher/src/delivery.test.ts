import { afterEach, expect, it } from '@jest/globals';
import { MemoryBroker } from '@svc/broker';
import { SecretBox } from '@svc/domain';
import { createLogger } from '@svc/runtime';
import { createAnnouncing } from '@svc/store';
import type { ClaimedAttempt, FinishedAttempt } from '@svc/store';
import { neverAnswer, Signal, WebhookReceiver } from '@svc/testkit';
import type { WebhookAnswer } from '@svc/testkit';
import { Registry } from 'prom-client';
import { composeWebhookDispatcher } from './compose.js';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const BOX = new SecretBox(Buffer.alloc(32, 1));
const SECRET = { column: 'agent.secret_sealed', rowId: 'agt_1' } as const;

async function receive(answer?: WebhookAnswer): Promise<WebhookReceiver> {
  const receiver = await WebhookReceiver.open(answer);
  ends.push(() => receiver.close());
  return receiver;
}

/** So many attempts at a webhook that are due. */
const dueAt = ({ url: webhookUrl }: WebhookReceiver, count = 1): ClaimedAttempt[] =>
  Array.from({ length: count }, (_, seq) => ({
    ...{
      eventId: `evt_${seq}`,
      deliveryId: `dlv_${seq}`,
      agentId: 'agt_1',
      userId: 'usr_1',
      seq,
      pushNo: seq,
    },
    ...{ type: 'user_message', frame: '{}', createdAt: new Date(), agentStatus: 'active', webhookUrl },
    ...{ retryNum: 0, retryReason: 'first_attempt', reservation: { attempt: 1, roundStart: 0 } },
    ...{ secretSealed: BOX.seal('svc_1', SECRET), previousSecretSealed: null },
  }));

/** A dispatcher whose store has these attempts, and what it writes of them. How these are claimed is tested in the store. */
async function dispatch(due: ClaimedAttempt[], { box = BOX, failures = 0 } = {}) {
  const [finished, takenBack] = [new Signal<FinishedAttempt>(), new Signal<object>()];
  let left = failures;
  const webhook = {
    async claim({ limit }: { limit: number }) {
      const attempts = due.splice(0, limit);
      return { attempts, hasLooked: attempts.length > 0, breakersOf: [], failed: [] };
    },
    async finish(attempt: FinishedAttempt) {
      if (left-- > 0) throw new Error('The database is away');
      finished.push(attempt);
    },
    takeBack: async (attempt: object) => takenBack.push(attempt),
  };
  const broker = new MemoryBroker();
  await broker.start();
  const logger = createLogger({ service: 'test', level: 'silent' });
  const { services } = composeWebhookDispatcher(
    {
      ...{ retryDelaysMs: [20, 30, 40], timeoutMs: 60_000, allowedNetworks: ['127.0.0.0/8'] },
      ...{ concurrency: 8, concurrencyPerAgent: 4, drainMs: 50 },
    },
    {
      store: { breakers: { countOpen: async () => 0 }, channels: { webhook } },
      ...{ broker, ...createAnnouncing({ broker, logger }), box, metrics: new Registry(), logger },
      mediaLinks: { forAgent: (url: string) => url },
    },
  );
  for (const service of services) await service.start();
  const stop = () => Promise.all(services.map((service) => service.stop()));
  ends.push(stop, () => broker.stop());
  return { finished, takenBack, stop };
}

it('endpoints that hang cost the others nothing, also when there are more of them than places', async () => {
  const [hanging, healthy] = [await receive(neverAnswer), await receive()];
  const { finished } = await dispatch([...dueAt(hanging, 12), ...dueAt(healthy, 20)]);
  await finished.atLeast(20);
  expect(healthy.deliveries.items).toHaveLength(20);
});

it('a delivery is recorded although the database was away when it ended', async () => {
  const receiver = await receive();
  const { finished } = await dispatch(dueAt(receiver), { failures: 2 });
  expect(await finished.atLeast(1)).toMatchObject([{ outcome: 'delivered', statusCode: 200 }]);
  expect(receiver.deliveries.items).toHaveLength(1);
});

it('nothing is recorded of an attempt that the stop of its process has cut off', async () => {
  const receiver = await receive(neverAnswer);
  const { finished, stop } = await dispatch(dueAt(receiver));
  await receiver.deliveries.atLeast(1);
  await stop();
  expect(finished.items).toEqual([]);
});

it('an attempt whose secret was sealed with a key that this dispatcher lacks is not made, and given back', async () => {
  const receiver = await receive();
  const box = new SecretBox(Buffer.alloc(32, 9));
  const { finished, takenBack, stop } = await dispatch(dueAt(receiver), { box });
  const error = 'The service could not sign the delivery';
  expect(await takenBack.atLeast(1)).toMatchObject([{ eventId: 'evt_0', error }]);
  await stop();
  expect([finished.items, receiver.deliveries.items]).toEqual([[], []]);
});
