import { beforeAll, describe, expect, it } from '@jest/globals';
import { validateUserMessageEvent } from '@svc/proto-events';
import { answerWith, eventOf } from '@svc/testkit';
import type { ReceivedDelivery } from '@svc/testkit';
import { useProduct } from './product-under-test.js';

describe('A webhook delivery', () => {
  const bench = useProduct();
  let delivery: ReceivedDelivery;
  let sent: { message_id: string; conversation_id: string };
  let sentAtMs: number;

  beforeAll(async () => {
    const { agent, receiver } = await bench.hookedAgent();
    sentAtMs = Date.now();
    sent = await bench.person.send(agent.agentId, 'Grüße 🎉');
    delivery = (await receiver.deliveries.atLeast(1))[0]!;
    await receiver.close();
  });

  it('is an HTTP POST to webhook_url with the event as its JSON body', () => {
    expect(delivery).toMatchObject({ method: 'POST', path: '/hook' });
    expect(validateUserMessageEvent(eventOf(delivery))).toBe(true);
    expect(eventOf(delivery)).toMatchObject({ type: 'user_message', text: 'Grüße 🎉', ...sent });
  });

  it('has the headers of the specification', () => {
    const { headers, rawBody, receivedAtMs } = delivery;
    expect(headers).toMatchObject({
      ...{ 'content-type': 'application/json', 'content-length': String(rawBody.length) },
      'x-svc-event-id': expect.stringMatching(/^evt_[0-9a-f]+$/),
      'x-svc-delivery-id': expect.stringMatching(/^dlv_[0-9a-f]+$/),
      ...{ 'x-svc-retry-num': '0', 'x-svc-retry-reason': 'first_attempt' },
      'x-svc-signature': expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
    });
    const timestamp = Number(headers['x-svc-timestamp']);
    expect(timestamp).toBeGreaterThanOrEqual(Math.floor(sentAtMs / 1_000));
    expect(timestamp).toBeLessThanOrEqual(Math.floor(receivedAtMs / 1_000));
  });

  it('stands in the event log under the ids of its headers', async () => {
    const { agent, receiver } = await bench.hookedAgent();
    await bench.person.send(agent.agentId, 'Logged');
    const [{ headers }] = (await receiver.deliveries.atLeast(1)) as [ReceivedDelivery];
    const event = await bench.person.newestEvent(agent.agentId, 'delivered');
    expect(event).toMatchObject({
      ...{
        event_id: headers['x-svc-event-id'],
        created_at: headers['x-svc-event-created-at'],
        channel: 'webhook',
      },
    });
    expect(headers['x-svc-event-seq']).toBe('1');
    expect(event.attempts).toMatchObject([
      {
        delivery_id: headers['x-svc-delivery-id'],
        retry_num: 0,
        retry_reason: 'first_attempt',
        status_code: 200,
        error: null,
      },
    ]);
  });

  it.each([200, 204, 299])('succeeds on any 2xx response: %i', async (status) => {
    const { agent } = await bench.hookedAgent(answerWith(status));
    await bench.person.send(agent.agentId, 'Hello');
    const event = await bench.person.newestEvent(agent.agentId, 'delivered');
    expect(event.attempts).toMatchObject([{ status_code: status }]);
  });

  it('succeeds by its status, though the body of the answer stalls, or breaks off', async () => {
    const { agent, receiver } = await bench.hookedAgent((delivery, response) => {
      const isFirst = eventOf(delivery)['text'] === 'Stalled';
      response.writeHead(isFirst ? 201 : 202, { 'content-length': '10' });
      response.write('half', () => void (isFirst || response.destroy()));
    });
    for (const [text, status] of [
      ['Stalled', 201],
      ['Broken off', 202],
    ] as const) {
      await bench.person.send(agent.agentId, text);
      const { attempts } = await bench.person.newestEvent(agent.agentId, 'delivered');
      expect(attempts).toMatchObject([{ status_code: status, error: null }]);
    }
    expect(receiver.texts).toEqual(['Stalled', 'Broken off']);
  });

  it('goes to the webhook_url that the settings name now', async () => {
    const [former, present] = [await bench.receive(), await bench.receive()];
    const agent = await bench.person.createAgent({ webhook_url: former.url });
    await bench.person.changeAgent(agent.agentId, { webhook_url: present.url });
    await bench.person.send(agent.agentId, 'Moved');
    await present.deliveries.atLeast(1);
    await bench.person.changeAgent(agent.agentId, { webhook_url: null });
    await bench.person.send(agent.agentId, 'Nowhere');
    await bench.person.newestEvent(agent.agentId, 'waiting');
    expect(present.texts).toEqual(['Moved']);
    expect(former.texts).toEqual([]);
  });
});
