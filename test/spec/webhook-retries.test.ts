/** @waits-for-real-time Three attempts wait for the deadline of their answers. */
import type { ServerResponse } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@svc/runtime';
import { answerWith, eventually, neverAnswer, Signal } from '@svc/testkit';
import type { AgentClient, LoggedEvent, ReceivedDelivery } from '@svc/testkit';
import { RETRY_DELAYS_MS, useProduct } from './product-under-test.js';

const RETRIES_MAX = 3;

function headersOf(deliveries: ReceivedDelivery[], name: string): unknown[] {
  return deliveries.map(({ headers }) => headers[name]);
}

describe('A delivery that always fails', () => {
  const bench = useProduct();
  let deliveries: ReceivedDelivery[];
  let event: LoggedEvent;

  beforeAll(async () => {
    const receiver = await bench.receive(answerWith(500));
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    await bench.person.send(agent.agentId, 'Never taken');
    event = await bench.person.newestEvent(agent.agentId, 'failed');
    deliveries = [...receiver.deliveries.items];
    await receiver.close();
  });

  it('is retried three times after the initial attempt', () => {
    expect(deliveries).toHaveLength(1 + RETRIES_MAX);
  });

  it('has X-Svc-Retry-Num 0, 1, 2 and 3', () => {
    expect(headersOf(deliveries, 'x-svc-retry-num')).toEqual(['0', '1', '2', '3']);
  });

  it('has X-Svc-Retry-Reason http_error on its retries', () => {
    const reasons = ['first_attempt', 'http_error', 'http_error', 'http_error'];
    expect(headersOf(deliveries, 'x-svc-retry-reason')).toEqual(reasons);
  });

  it('has the same X-Svc-Event-Id on all attempts', () => {
    expect(new Set(headersOf(deliveries, 'x-svc-event-id'))).toEqual(new Set([event.event_id]));
  });

  it('has a new X-Svc-Delivery-Id on each attempt', () => {
    expect(new Set(headersOf(deliveries, 'x-svc-delivery-id')).size).toBe(1 + RETRIES_MAX);
  });

  it('has the same body on all attempts', () => {
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
    expect(event.attempts.map(({ retry_num, status_code }) => [retry_num, status_code])).toEqual([
      [0, 500],
      [1, 500],
      [2, 500],
      [3, 500],
    ]);
  });
});

describe('A delivery', () => {
  const bench = useProduct();

  it('is not repeated once it has succeeded', async () => {
    const receiver = await bench.receive(answerWith(503, 200));
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    await bench.person.send(agent.agentId, 'Second time lucky');
    const event = await bench.person.newestEvent(agent.agentId, 'delivered');
    expect(event.attempts.map(({ status_code }) => status_code)).toEqual([503, 200]);
    await bench.person.send(agent.agentId, 'Marker');
    await receiver.deliveries.atLeast(3);
    expect(receiver.texts).toEqual(['Second time lucky', 'Second time lucky', 'Marker']);
  });

  it('is retried on any response but 2xx', async () => {
    const statuses = [300, 301, 302, 307, 400, 401, 404, 410, 429, 500, 503];
    await Promise.all(
      statuses.map(async (status) => {
        const receiver = await bench.receive(answerWith(status, 200));
        const agent = await bench.person.createAgent({ webhook_url: receiver.url });
        await bench.person.send(agent.agentId, 'Hello');
        const { attempts } = await bench.person.newestEvent(agent.agentId, 'delivered');
        expect(attempts.map(({ status_code }) => status_code)).toEqual([status, 200]);
        const reasons = headersOf(receiver.deliveries.items, 'x-svc-retry-reason');
        expect(reasons).toEqual(['first_attempt', 'http_error']);
      }),
    );
  });

  it('does not follow a redirect', async () => {
    const elsewhere = await bench.receive();
    const receiver = await bench.receive((delivery, response) => {
      const isFirst = delivery.headers['x-svc-retry-num'] === '0';
      response.writeHead(isFirst ? 307 : 200, { location: elsewhere.url }).end();
    });
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    await bench.person.send(agent.agentId, 'Stay here');
    await bench.person.newestEvent(agent.agentId, 'delivered');
    expect(receiver.deliveries.items).toHaveLength(2);
    expect(elsewhere.deliveries.items).toHaveLength(0);
  });

  it('is retried with http_timeout where no response comes in time', async () => {
    const silent = async () => {
      const receiver = await bench.receive((delivery, response) => {
        if (delivery.headers['x-svc-retry-num'] !== '0') response.writeHead(200).end();
      });
      const agent = await bench.person.createAgent({ webhook_url: receiver.url });
      await bench.person.send(agent.agentId, 'Hurry');
      await receiver.deliveries.atLeast(2);
      const { attempts } = await bench.person.newestEvent(agent.agentId, 'delivered');
      expect(attempts[0]).toMatchObject({ status_code: null, error: expect.any(String) });
      return headersOf(receiver.deliveries.items, 'x-svc-retry-reason');
    };
    // Each retry tells how the attempt before it ended.
    const mixed = async () => {
      const receiver = await bench.receive((delivery, response) => {
        const retryNum = delivery.headers['x-svc-retry-num'];
        if (retryNum === '1') neverAnswer(delivery, response);
        else response.writeHead(retryNum === '3' ? 200 : 500).end();
      });
      const agent = await bench.person.createAgent({ webhook_url: receiver.url });
      await bench.person.send(agent.agentId, 'Troubled');
      await receiver.deliveries.atLeast(4);
      return headersOf(receiver.deliveries.items, 'x-svc-retry-reason');
    };
    expect(await Promise.all([silent(), mixed()])).toEqual([
      ['first_attempt', 'http_timeout'],
      ['first_attempt', 'http_error', 'http_timeout', 'http_error'],
    ]);
  });

  it('is retried with http_error where the connection is refused or broken off', async () => {
    const receiver = await bench.receive((delivery, response) => {
      if (delivery.headers['x-svc-retry-num'] === '0') response.destroy();
      else response.writeHead(200).end();
    });
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    await bench.person.send(agent.agentId, 'Broken');
    await receiver.deliveries.atLeast(2);
    expect(headersOf(receiver.deliveries.items, 'x-svc-retry-reason')).toEqual([
      'first_attempt',
      'http_error',
    ]);

    const closed = `http://127.0.0.1:${await freePort()}/hook`;
    const refused = await bench.person.createAgent({ webhook_url: closed });
    await bench.person.send(refused.agentId, 'Refused');
    const { attempts } = await bench.person.newestEvent(refused.agentId, 'failed');
    const reasons = ['first_attempt', 'http_error', 'http_error', 'http_error'];
    expect(attempts.map(({ retry_reason }) => retry_reason)).toEqual(reasons);
  });

  it('is no new attempt where a kept connection turns out to be dead, though all that were kept are', async () => {
    const answers = new Signal<ServerResponse>();
    const used = new Set<unknown>();
    const receiver = await bench.receive((_, response) => {
      if (used.has(response.socket)) return void response.socket?.resetAndDestroy();
      used.add(response.socket);
      answers.push(response);
    });
    const agents = await Promise.all(
      ['One', 'Two', 'Three'].map(() => bench.person.createAgent({ webhook_url: receiver.url })),
    );
    // Each gets an answer only when all are connected, and each connection dies when it is used again.
    for (const { agentId } of agents) await bench.person.send(agentId, 'First');
    for (const response of await answers.atLeast(agents.length)) response.end();
    for (const { agentId } of agents) await bench.person.newestEvent(agentId, 'delivered');
    const [{ agentId }] = agents as [AgentClient, ...AgentClient[]];
    await bench.person.send(agentId, 'Second');
    (await answers.atLeast(agents.length + 1)).at(-1)?.end();
    const { attempts } = await bench.person.newestEvent(agentId, 'delivered');
    expect(attempts).toMatchObject([{ retry_num: 0, status_code: 200, error: null }]);
  });

  it('waits longer where Retry-After asks for it, and never shorter', async () => {
    const patient = await bench.receive((_, response) =>
      response.writeHead(503, { 'retry-after': '120' }).end(),
    );
    const agent = await bench.person.createAgent({ webhook_url: patient.url });
    await bench.person.send(agent.agentId, 'Later');
    const [pending] = await eventually(
      () => bench.person.events(agent.agentId),
      (events) => (events[0]?.next_attempt_at ?? null) !== null,
      { what: 'a next attempt to be due' },
    );
    const waitMs =
      Date.parse(pending?.next_attempt_at ?? '') - Date.parse(pending?.attempts[0]?.started_at ?? '');
    expect(waitMs).toBeGreaterThanOrEqual(120_000);

    const hasty = await bench.receive((delivery, response) => {
      const isFirst = delivery.headers['x-svc-retry-num'] === '0';
      response.writeHead(isFirst ? 503 : 200, { 'retry-after': '0' }).end();
    });
    const other = await bench.person.createAgent({ webhook_url: hasty.url });
    await bench.person.send(other.agentId, 'At once');
    const [first, second] = await hasty.deliveries.atLeast(2);
    expect(second!.receivedAtMs - first!.receivedAtMs).toBeGreaterThanOrEqual(RETRY_DELAYS_MS[0] - 20);
  });

  it('that waits for its retry goes over the socket instead once the agent has connected', async () => {
    const receiver = await bench.receive((_, response) =>
      response.writeHead(503, { 'retry-after': '120' }).end(),
    );
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    await bench.person.send(agent.agentId, 'Either way');
    await eventually(
      () => bench.person.events(agent.agentId),
      (events) => (events[0]?.next_attempt_at ?? null) !== null,
      { what: 'a next attempt to be due' },
    );
    const socket = await bench.connect(agent);
    await socket.userMessage('Either way');
    const event = await bench.person.newestEvent(agent.agentId, 'delivered');
    expect(event).toMatchObject({
      channel: 'websocket',
      event_id: receiver.deliveries.items[0]?.headers['x-svc-event-id'],
    });
  });

  it('that fails after the agent has connected goes over the socket instead of being retried', async () => {
    const held = new Signal<ServerResponse>();
    const receiver = await bench.receive((_, response) => held.push(response));
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    await bench.person.send(agent.agentId, 'Too late');
    await receiver.deliveries.atLeast(1);
    const socket = await bench.connect(agent);
    held.items[0]?.writeHead(500).end();
    await socket.userMessage('Too late');
    expect(await bench.person.newestEvent(agent.agentId, 'delivered')).toMatchObject({
      channel: 'websocket',
    });
    expect(receiver.deliveries.items).toHaveLength(1);
  });
});
