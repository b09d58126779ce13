/** @only-in-all Starts the product several times. */
/** @any-shape Two starts of one installation share its database, which only the services do. */
import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endProducts, eventually, httpCall, Person, Product, WebhookReceiver } from '@svc/testkit';
import { mode } from './product-under-test.js';
import { SETTINGS } from './setup/settings.mjs';

/** Six starts of five processes each. */
const TEST_MS_MAX = 600_000;

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
  // The second ends first, since it lies in the place of the first.
  afterAll(async () => {
    await receiver.close();
    await endProducts(products.slice(1));
    await endProducts(products.slice(0, 1));
  }, TEST_MS_MAX);

  it(
    'are exchanged while agents work: nothing is lost, and the old key can be taken away in the end',
    async () => {
      const [first, second] = products as [Product, Product];
      await first.start();
      let person = await Person.signUp(first.url);
      const agent = await person.createAgent({ webhook_url: receiver.url });
      const onSocket = await person.createAgent();
      const task = await person.tasks.create(onSocket.agentId, { schedule: 'event' });

      // A start without the old key would lose what it has sealed.
      await expect(second.start({ SECRETS_KEY: NEW })).rejects.toThrow(
        /SECRETS_KEY and SECRETS_KEYS lack the key [0-9a-f]{8}/,
      );

      // All processes learn the new key before one of them seals with it.
      await replace(first, second, { SECRETS_KEY: OLD, SECRETS_KEYS: NEW });
      await replace(second, first, { SECRETS_KEY: NEW, SECRETS_KEYS: OLD });
      await eventually(
        () => first.metrics('scheduler'),
        (text) => /^sealed_values_left\{/m.test(text) && !/^sealed_values_left\{.*\} [1-9]/m.test(text),
        { what: 'all values to be sealed with the new key', waitMsMax: 60_000 },
      );
      // The new key alone signs sessions from now on. The token itself is the same.
      const token = decodeURIComponent(person.token).split('.')[0]!;
      await replace(first, second, { SECRETS_KEY: NEW }, token);

      // Each was sent once, and signed: nobody had to try again because a key was missing.
      for (const { headers, rawBody } of receiver.deliveries.items) {
        const signed = createHmac('sha256', agent.secret).update(`${String(headers['x-svc-timestamp'])}.`);
        expect(headers['x-svc-signature']).toBe(`sha256=${signed.update(rawBody).digest('hex')}`);
        expect(headers['x-svc-retry-num']).toBe('0');
      }
      expect(await person.tasks.list(onSocket.agentId)).toMatchObject([{ trigger_id: task.trigger_id }]);
      const fired = await httpCall(`${second.url}/webhook/${task.trigger_id}`, { body: { order: 1 } });
      expect(fired.status).toBe(200);

      /** Starts the one with these settings, turns everybody to it, and stops the other, while messages are sent. */
      async function replace(from: Product, to: Product, settings: object, newToken = person.token) {
        await Promise.all([to.start({ ...settings }), sendAll(agent.agentId, person)]);
        person = person.at(to.url, newToken);
        await Promise.all([from.stop(), sendAll(agent.agentId, person)]);
        expect((await onSocket.at(to.url).call('/api/agent/me')).status).toBe(200);
      }
    },
    TEST_MS_MAX,
  );

  /** Sends some messages, and waits until each has arrived. */
  async function sendAll(agentId: string, person: Person): Promise<void> {
    const count = receiver.deliveries.items.length;
    const texts = ['one', 'two', 'three'].map((text) => `${text} after ${count}`);
    for (const text of texts) await person.send(agentId, text);
    await eventually(
      async () => receiver.texts,
      (arrived) => texts.every((text) => arrived.includes(text)),
      { what: `${texts.join(', ')} to arrive`, waitMsMax: 60_000 },
    );
  }
});
