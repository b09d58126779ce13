/** @each-shape Dispatchers send what other services write. */
import { answerWith, eventOf, eventually, neverAnswer } from '@svc/testkit';
import type { AgentClient, LoggedEvent, ReceivedDelivery } from '@svc/testkit';
import { RETRY_DELAYS_MS, useProduct } from './product-under-test.js';

const bench = useProduct();

describe('A webhook delivery', () => {
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

const RETRIES_MAX = 3;

function headersOf(deliveries: ReceivedDelivery[], name: string): unknown[] {
  return deliveries.map(({ headers }) => headers[name]);
}

describe('A delivery that always fails', () => {
  let deliveries: ReceivedDelivery[];
  let event: LoggedEvent;

  beforeAll(async () => {
    const { agent, receiver } = await bench.hookedAgent(answerWith(500));
    await bench.person.send(agent.agentId, 'Never taken');
    event = await bench.person.newestEvent(agent.agentId, 'failed');
    deliveries = [...receiver.deliveries.items];
    await receiver.close();
  });

  it('is retried three times, with the same event id and body and a new delivery id', () => {
    expect(headersOf(deliveries, 'x-svc-retry-num')).toEqual(['0', '1', '2', '3']);
    const reasons = ['first_attempt', 'http_error', 'http_error', 'http_error'];
    expect(headersOf(deliveries, 'x-svc-retry-reason')).toEqual(reasons);
    expect(new Set(headersOf(deliveries, 'x-svc-event-id'))).toEqual(new Set([event.event_id]));
    expect(new Set(headersOf(deliveries, 'x-svc-delivery-id')).size).toBe(1 + RETRIES_MAX);
    expect(new Set(deliveries.map(({ rawBody }) => rawBody.toString('utf8'))).size).toBe(1);
  });

  it('waits before each retry twice as long as before the one before it', () => {
    const waitsMs = deliveries
      .slice(1)
      .map(({ receivedAtMs }, index) => receivedAtMs - (deliveries[index]?.receivedAtMs ?? 0));
    // Timers of brokers and clocks of processes differ by some milliseconds.
    RETRY_DELAYS_MS.forEach((delayMs, index) => expect(waitsMs[index]).toBeGreaterThanOrEqual(delayMs - 20));
    expect(RETRY_DELAYS_MS).toEqual([150, 2 * 150, 4 * 150]);
  });

  it('is marked failed after the last retry', () => {
    expect(event).toMatchObject({ state: 'failed', delivered_at: null, next_attempt_at: null });
    expect(event.attempts.map(({ status_code }) => status_code)).toEqual([500, 500, 500, 500]);
  });
});

describe('A delivery', () => {
  /** The agent's only event, once its next attempt has a time. */
  async function waitingForRetry({ agentId }: AgentClient): Promise<LoggedEvent> {
    const log = () => bench.person.events(agentId);
    const isPlanned = ([event]: LoggedEvent[]) => (event?.next_attempt_at ?? null) !== null;
    const [event] = await eventually(log, isPlanned, { what: 'a next attempt' });
    return event as LoggedEvent;
  }

  it('is retried on any response but 2xx, and follows no redirect', async () => {
    const statuses = [300, 302, 307, 400, 404, 410, 429, 503];
    await Promise.all(
      statuses.map(async (status) => {
        const elsewhere = await bench.receive();
        const { agent, receiver } = await bench.hookedAgent((delivery, response) => {
          const isFirst = delivery.headers['x-svc-retry-num'] === '0';
          response.writeHead(isFirst ? status : 200, { location: elsewhere.url }).end();
        });
        await bench.person.send(agent.agentId, 'Hello');
        const { attempts } = await bench.person.newestEvent(agent.agentId, 'delivered');
        expect(elsewhere.deliveries.items).toEqual([]);
        expect(attempts.map(({ status_code }) => status_code)).toEqual([status, 200]);
        const reasons = headersOf(receiver.deliveries.items, 'x-svc-retry-reason');
        expect(reasons).toEqual(['first_attempt', 'http_error']);
      }),
    );
  });

  it('tells in each retry how the attempt before it ended: http_timeout or http_error', async () => {
    const { agent, receiver } = await bench.hookedAgent((delivery, response) => {
      const retryNum = delivery.headers['x-svc-retry-num'];
      if (retryNum === '0') response.destroy();
      else if (retryNum === '1') neverAnswer(delivery, response);
      else response.writeHead(retryNum === '3' ? 200 : 500).end();
    });
    await bench.person.send(agent.agentId, 'Troubled');
    await receiver.deliveries.atLeast(4);
    const reasons = ['first_attempt', 'http_error', 'http_timeout', 'http_error'];
    expect(headersOf(receiver.deliveries.items, 'x-svc-retry-reason')).toEqual(reasons);
    const { attempts } = await bench.person.newestEvent(agent.agentId, 'delivered');
    expect(attempts.map(({ status_code }) => status_code)).toEqual([null, null, 500, 200]);
  });

  it('waits longer where Retry-After asks for it, and never shorter', async () => {
    const { agent } = await bench.hookedAgent((_, response) =>
      response.writeHead(503, { 'retry-after': '120' }).end(),
    );
    await bench.person.send(agent.agentId, 'Later');
    const pending = await waitingForRetry(agent);
    const waitMs =
      Date.parse(pending.next_attempt_at ?? '') - Date.parse(pending.attempts[0]?.started_at ?? '');
    expect(waitMs).toBeGreaterThanOrEqual(120_000);

    const { agent: other, receiver: hasty } = await bench.hookedAgent((delivery, response) => {
      const isFirst = delivery.headers['x-svc-retry-num'] === '0';
      response.writeHead(isFirst ? 503 : 200, { 'retry-after': '0' }).end();
    });
    await bench.person.send(other.agentId, 'At once');
    const [first, second] = await hasty.deliveries.atLeast(2);
    expect(second!.receivedAtMs - first!.receivedAtMs).toBeGreaterThanOrEqual(RETRY_DELAYS_MS[0] - 20);
  });

  it('that waits for its retry goes over the socket instead once the agent has connected', async () => {
    const { agent, receiver } = await bench.hookedAgent((_, response) =>
      response.writeHead(503, { 'retry-after': '120' }).end(),
    );
    await bench.person.send(agent.agentId, 'Either way');
    await waitingForRetry(agent);
    const socket = await bench.connect(agent);
    await socket.userMessage('Either way');
    const event = await bench.person.newestEvent(agent.agentId, 'delivered');
    const [event_id] = headersOf(receiver.deliveries.items, 'x-svc-event-id');
    expect(event).toMatchObject({ channel: 'websocket', event_id });
  });
});
