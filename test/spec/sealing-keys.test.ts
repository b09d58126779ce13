/** @only-in-all Starts the product several times. */
/** @any-shape Two starts of one installation share its database, which only the services do. */
import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { endProducts, eventually, httpCall, Person, Product, WebhookReceiver } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { mode } from './product-under-test.js';
import { SETTINGS } from './setup/settings.mjs';

/** Six starts of five processes each. */
const TEST_MS_MAX = 600_000;
jest.setTimeout(TEST_MS_MAX);

const [OLD, NEW] = [randomBytes(32).toString('base64'), randomBytes(32).toString('hex')];

describe('Sealing keys', () => {
  const products: Product[] = [];
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await WebhookReceiver.open();
    // Each attempt has time to be answered beside five starts: an attempt that is repeated must be the fault of a key.
    const settings = { ...SETTINGS, WEBHOOK_TIMEOUT_MS: '30000', SECRETS_KEY: OLD };
    products.push(await Product.prepare({ mode, settings }));
    products.push(await Product.beside(products[0]!));
  });
  afterEach(() => receiver.close());
  // The second ends first, since it lies in the place of the first.
  afterAll(async () => {
    await endProducts(products.slice(1));
    await endProducts(products.slice(0, 1));
  });

  it('are exchanged while agents work: nothing is lost, and the old key can be taken away in the end', async () => {
    const [first, second] = products as [Product, Product];
    await first.start();
    let person = await Person.signUp(first.url);
    const agent = await person.createAgent({ webhook_url: receiver.url });
    const onSocket = await person.createAgent();
    const task = await person.tasks.create(onSocket.agentId, { schedule: 'event' });
    const traffic = sending(() => person, agent, receiver);

    // A start without the old key would lose what it has sealed.
    await expect(second.start({ SECRETS_KEY: NEW })).rejects.toThrow(
      /SECRETS_KEY and SECRETS_KEYS lack the key [0-9a-f]{8}/,
    );

    // All processes learn the new key before one of them seals with it.
    await replace(first, second, { SECRETS_KEY: OLD, SECRETS_KEYS: NEW });
    await replace(second, first, { SECRETS_KEY: NEW, SECRETS_KEYS: OLD });
    await eventually(
      () => leftIn(first),
      (left) => left.length > 0 && left.every(({ count }) => count === 0),
      { what: 'all values to be sealed with the new key', waitMsMax: 60_000 },
    );
    // The new key alone signs sessions from now on. The token itself is the same.
    const token = decodeURIComponent(person.token).split('.')[0]!;
    await replace(first, second, { SECRETS_KEY: NEW }, token);

    const sent = await traffic.end();
    expect(sent.length).toBeGreaterThan(10);
    await eventually(
      async () => [...new Set(receiver.texts)].length,
      (count) => count === sent.length,
      { what: 'every message to arrive', waitMsMax: 60_000 },
    );
    expect([...new Set(receiver.texts)].sort()).toEqual(sent.sort());
    for (const { headers, rawBody } of receiver.deliveries.items) {
      const signed = createHmac('sha256', agent.secret).update(`${String(headers['x-svc-timestamp'])}.`);
      expect(headers['x-svc-signature']).toBe(`sha256=${signed.update(rawBody).digest('hex')}`);
    }
    // Each was sent once: nobody had to try again because a key was missing.
    expect(receiver.deliveries.items.map(({ headers }) => headers['x-svc-retry-num'])).toEqual(
      receiver.deliveries.items.map(() => '0'),
    );
    expect(await person.tasks.list(onSocket.agentId)).toMatchObject([{ trigger_id: task.trigger_id }]);
    const fired = await httpCall(`${second.url}/webhook/${task.trigger_id}`, { body: { order: 1 } });
    expect(fired.status).toBe(200);

    /** Starts one with these settings, turns everybody to it, and stops the other, whose calls drain. */
    async function replace(
      from: Product,
      to: Product,
      settings: Record<string, string>,
      newToken = person.token,
    ): Promise<void> {
      await traffic.more(3);
      await to.start(settings);
      person = person.at(to.url, newToken);
      await traffic.more(3);
      await from.stop();
      expect((await onSocket.at(to.url).call('/api/agent/me')).status).toBe(200);
    }
  });
});

/** Sends one message after another, each when the one before has arrived, until it is told to end. */
function sending(person: () => Person, agent: AgentClient, receiver: WebhookReceiver) {
  const sent: string[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  let isOver = false;
  const done = (async () => {
    while (!isOver) {
      const text = `message ${sent.length}`;
      await person().send(agent.agentId, text);
      sent.push(text);
      const arrival = { what: `"${text}" to arrive`, waitMsMax: 60_000 };
      const hasArrived = async () => receiver.texts.includes(text);
      await eventually(hasArrived, (has) => has, arrival);
      for (const { count, resolve } of waiting) if (sent.length >= count) resolve();
    }
  })();
  return {
    /** Resolves when so many more messages were accepted. */
    more: (count: number) =>
      Promise.race([
        done,
        new Promise<void>((resolve) => waiting.push({ count: sent.length + count, resolve })),
      ]),
    async end() {
      isOver = true;
      await done;
      return sent;
    },
  };
}

async function leftIn(product: Product): Promise<{ key: string; count: number }[]> {
  const text = await product.metrics('scheduler');
  return [...text.matchAll(/^sealed_values_left\{.*?key="(\w+)".*?\} (\d+)$/gm)].map((match) => ({
    key: match[1] ?? '',
    count: Number(match[2]),
  }));
}
