/** @any-shape One package signs. */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { answerWith } from '@svc/testkit';
import type { ReceivedDelivery } from '@svc/testkit';
import { useProduct } from './product-under-test.js';

const TOLERANCE_SECONDS = 300;

/** Computed here as a receiver would, from the text of the specification alone. */
function signatureOf({ headers, rawBody }: ReceivedDelivery, secret: string): string {
  const signed = Buffer.concat([Buffer.from(`${String(headers['x-svc-timestamp'])}.`), rawBody]);
  return `sha256=${createHmac('sha256', secret).update(signed).digest('hex')}`;
}

describe('X-Svc-Signature', () => {
  const bench = useProduct();

  it('is sha256=<hex> of the HMAC-SHA256, keyed with the agent secret, over "<X-Svc-Timestamp>." and the raw body', async () => {
    const receiver = await bench.receive();
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    await bench.person.send(agent.agentId, 'Signed: äöü 🎉 \u2028 "quotes"');
    const [delivery] = (await receiver.deliveries.atLeast(1)) as [ReceivedDelivery];
    expect(delivery.headers['x-svc-signature']).toBe(signatureOf(delivery, agent.secret));
  });

  it('is valid on every attempt, with the timestamp of that attempt', async () => {
    const receiver = await bench.receive(answerWith(500, 500, 500, 200));
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    await bench.person.send(agent.agentId, 'Four times');
    for (const delivery of await receiver.deliveries.atLeast(4)) {
      expect(delivery.headers['x-svc-signature']).toBe(signatureOf(delivery, agent.secret));
      const ageSeconds = delivery.receivedAtMs / 1_000 - Number(delivery.headers['x-svc-timestamp']);
      expect(ageSeconds).toBeGreaterThanOrEqual(0);
      expect(ageSeconds).toBeLessThan(TOLERANCE_SECONDS / 10);
    }
  });

  it('lies within the tolerance of 300 seconds that receivers are advised to keep', async () => {
    const receiver = await bench.receive();
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    await bench.person.send(agent.agentId, 'In time');
    const [{ headers }] = (await receiver.deliveries.atLeast(1)) as [ReceivedDelivery];
    expect(Math.abs(Date.now() / 1_000 - Number(headers['x-svc-timestamp']))).toBeLessThan(TOLERANCE_SECONDS);
  });

  it('uses the new secret at once after a rotation, also during its grace', async () => {
    const receiver = await bench.receive();
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    await bench.person.send(agent.agentId, 'Old');
    await receiver.deliveries.atLeast(1);
    const secret = await bench.person.rotateSecret(agent.agentId, 3_600);
    await bench.person.send(agent.agentId, 'New');
    const [before, after] = (await receiver.deliveries.atLeast(2)) as [ReceivedDelivery, ReceivedDelivery];
    expect(before.headers['x-svc-signature']).toBe(signatureOf(before, agent.secret));
    expect(after.headers['x-svc-signature']).toBe(signatureOf(after, secret));
  });

  it('is different for agents with different secrets', async () => {
    const receiver = await bench.receive();
    const [one, other] = [
      await bench.person.createAgent({ webhook_url: receiver.url }),
      await bench.person.createAgent({ webhook_url: receiver.url }),
    ];
    await bench.person.send(one.agentId, 'To one');
    const [delivery] = (await receiver.deliveries.atLeast(1)) as [ReceivedDelivery];
    expect(delivery.headers['x-svc-signature']).not.toBe(signatureOf(delivery, other.secret));
  });
});

describe('The Standard Webhooks headers', () => {
  const bench = useProduct();

  it('are sent as well: webhook-id, webhook-timestamp and webhook-signature', async () => {
    const receiver = await bench.receive();
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    await bench.person.send(agent.agentId, 'By the standard');
    const [{ headers, rawBody }] = (await receiver.deliveries.atLeast(1)) as [ReceivedDelivery];
    expect(headers['webhook-id']).toBe(headers['x-svc-event-id']);
    expect(headers['webhook-timestamp']).toBe(headers['x-svc-timestamp']);
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${rawBody.toString('utf8')}`;
    const mac = createHmac('sha256', agent.secret).update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${mac}`);
  });
});
