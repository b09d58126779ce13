import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SecretBox } from '@svc/domain';
import { useDispatcher } from './dispatcher-bench.suite.js';
import { never, statuses } from './receiver.suite.js';

const bench = useDispatcher();

describe('a delivery', () => {
  it('carries the exact frame, the headers of the specification and both signatures', async () => {
    const receiver = await bench.receiver();
    const agent = await bench.addAgent(receiver.url);
    await bench.start({ clock: { nowMs: () => 1_700_000_000_987 } });
    const { eventId, frame } = await bench.send(agent, 'Grüße ☃ \\ "quoted"');
    const [request] = await receiver.requests.atLeast(1);
    expect(request?.body.toString('utf8')).toBe(frame);
    const signed = (prefix: string) =>
      createHmac('sha256', agent.secret).update(prefix).update(request!.body);
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-svc-event-id': eventId,
      'x-svc-delivery-id': expect.stringMatching(/^dlv_[0-9a-f]+$/),
      'x-svc-timestamp': '1700000000',
      'x-svc-retry-num': '0',
      'x-svc-retry-reason': 'first_attempt',
      'x-svc-signature': 'sha256=' + signed('1700000000.').digest('hex'),
      'webhook-id': eventId,
      'webhook-timestamp': '1700000000',
      'webhook-signature': 'v1,' + signed(`${eventId}.1700000000.`).digest('base64'),
      'content-length': String(Buffer.byteLength(frame)),
    });
    await bench.attemptsOf(eventId, 1);
    const event = await bench.event(agent, eventId);
    expect(event).toMatchObject({ state: 'delivered', channel: 'webhook', attempts: [{ statusCode: 200 }] });
    expect(event.attempts[0]?.deliveryId).toBe(request?.headers['x-svc-delivery-id']);
  });

  it.each([200, 201, 202, 204, 299])('succeeds on %d', async (status) => {
    const receiver = await bench.receiver(statuses(status));
    const agent = await bench.addAgent(receiver.url);
    await bench.start();
    const { eventId } = await bench.send(agent);
    expect(await bench.attemptsOf(eventId, 1)).toMatchObject([{ outcome: 'delivered', statusCode: status }]);
  });

  it('is retried three times under the same event id and new delivery ids, and then failed', async () => {
    const receiver = await bench.receiver(statuses(500));
    const agent = await bench.addAgent(receiver.url);
    await bench.start();
    const { eventId } = await bench.send(agent);
    const finished = await bench.attemptsOf(eventId, 4);
    const headers = receiver.requests.items.map((request) => request.headers);
    expect(headers.map((of) => of['x-svc-retry-num'])).toEqual(['0', '1', '2', '3']);
    expect(headers.map((of) => of['x-svc-retry-reason'])).toEqual([
      'first_attempt',
      'http_error',
      'http_error',
      'http_error',
    ]);
    expect(new Set(headers.map((of) => of['x-svc-event-id']))).toEqual(new Set([eventId]));
    expect(new Set(headers.map((of) => of['x-svc-delivery-id'])).size).toBe(4);
    expect(finished.map((attempt) => attempt.nextInMs)).toEqual([20, 30, 40, null]);
    expect((await bench.event(agent, eventId)).state).toBe('failed');
    expect((await bench.store.agents.find(agent.agentId))?.consecutiveFailures).toBe(1);
  });

  it('stops being retried when it succeeds', async () => {
    const receiver = await bench.receiver(statuses(503, 200));
    const agent = await bench.addAgent(receiver.url);
    await bench.start();
    const { eventId } = await bench.send(agent);
    await bench.attemptsOf(eventId, 2);
    expect((await bench.event(agent, eventId)).state).toBe('delivered');
    expect(receiver.requests.items).toHaveLength(2);
  });

  it('is not sent twice when its ring is repeated', async () => {
    const receiver = await bench.receiver();
    const agent = await bench.addAgent(receiver.url);
    await bench.start();
    const sent = await bench.send(agent);
    await bench.attemptsOf(sent.eventId, 1);
    await Promise.all(Array.from({ length: 5 }, () => bench.ring(sent)));
    const next = await bench.send(agent, 'next');
    await bench.attemptsOf(next.eventId, 1);
    expect(receiver.requests.items.map((request) => request.headers['x-svc-event-id'])).toEqual([
      sent.eventId,
      next.eventId,
    ]);
  });

  it('says unknown as its reason when the process stopped during the attempt before', async () => {
    const receiver = await bench.receiver(never);
    const agent = await bench.addAgent(receiver.url);
    const first = await bench.start();
    const sent = await bench.send(agent);
    await receiver.requests.atLeast(1);
    await first.stop();
    expect((await bench.event(agent, sent.eventId)).state).toBe('pending');
    await bench.endClaim(sent);
    receiver.answer = statuses(200);
    await bench.start();
    await bench.attemptsOf(sent.eventId, 1);
    expect(receiver.requests.items[1]?.headers).toMatchObject({
      'x-svc-retry-num': '1',
      'x-svc-retry-reason': 'unknown',
    });
  });

  it('is recorded although the database was away when it ended', async () => {
    const receiver = await bench.receiver();
    const agent = await bench.addAgent(receiver.url);
    let failures = 2;
    await bench.start({
      around: (store) => ({
        ...store,
        channels: {
          webhook: {
            ...store.channels.webhook,
            finish: (attempt) => {
              if (failures === 0) return store.channels.webhook.finish(attempt);
              failures -= 1;
              return Promise.reject(new Error('The database is away'));
            },
          },
        },
      }),
    });
    const { eventId } = await bench.send(agent);
    await bench.attemptsOf(eventId, 1);
    expect((await bench.event(agent, eventId)).state).toBe('delivered');
    expect(receiver.requests.items).toHaveLength(1);
  });
});

describe('the wait before a retry', () => {
  it.each([
    ['is lengthened by Retry-After', '120', 120_000],
    ['is lengthened by an hour at most', '86400', 3_600_000],
    ['is never shortened by it', '0', 60_000],
  ])('%s', async (_case, retryAfter, nextInMs) => {
    const receiver = await bench.receiver((_request, response) =>
      response.writeHead(503, { 'retry-after': retryAfter }).end(),
    );
    const agent = await bench.addAgent(receiver.url);
    await bench.start({ config: { retryDelaysMs: [60_000, 60_000, 60_000] } });
    const { eventId } = await bench.send(agent);
    expect((await bench.attemptsOf(eventId, 1))[0]).toMatchObject({ nextInMs });
    expect((await bench.event(agent, eventId)).state).toBe('pending');
  });

  it('ends early for an event that reaches its agent by another way', async () => {
    const receiver = await bench.receiver(statuses(500));
    const agent = await bench.addAgent(receiver.url);
    await bench.start({ config: { retryDelaysMs: [60_000] } });
    const sent = await bench.send(agent);
    await bench.attemptsOf(sent.eventId, 1);
    await bench.store.channels.websocket.receive(sent.eventId);
    await bench.ring(sent);
    const next = await bench.send(agent);
    await bench.attemptsOf(next.eventId, 1);
    expect(receiver.requests.items).toHaveLength(2);
  });
});

describe('an agent whose deliveries keep failing', () => {
  it('gets one attempt per event once its status is error, until a success', async () => {
    const receiver = await bench.receiver(statuses(500));
    const agent = await bench.addAgent(receiver.url);
    const { metrics } = await bench.start({ config: { retryDelaysMs: [1, 1, 1] } });
    for (let failed = 0; failed < 5; failed += 1) {
      const { eventId } = await bench.send(agent);
      await bench.attemptsOf(eventId, 4);
    }
    expect((await bench.store.agents.find(agent.agentId))?.status).toBe('error');
    const sixth = await bench.send(agent);
    expect(await bench.attemptsOf(sixth.eventId, 1)).toMatchObject([{ nextInMs: null }]);
    expect((await bench.event(agent, sixth.eventId)).state).toBe('failed');
    expect(receiver.requests.items).toHaveLength(21);
    receiver.answer = statuses(200);
    const seventh = await bench.send(agent);
    await bench.attemptsOf(seventh.eventId, 1);
    expect(await bench.store.agents.find(agent.agentId)).toMatchObject({
      status: 'active',
      consecutiveFailures: 0,
    });
    expect(await metrics.metrics()).toMatch(/webhook_attempts_total\{outcome="http_error"\} \d+/);
  });
});

describe('an attempt whose secret was sealed with a key that this dispatcher lacks', () => {
  it('is not made and does not count, and another dispatcher makes it', async () => {
    const receiver = await bench.receiver();
    const agent = await bench.addAgent(receiver.url);
    const taken: string[] = [];
    let onTaken = () => {};
    const isTaken = new Promise<void>((resolve) => (onTaken = resolve));
    const lacking = await bench.start({
      box: new SecretBox(Buffer.alloc(32, 9)),
      around: (store) => ({
        ...store,
        channels: {
          webhook: {
            ...store.channels.webhook,
            takeBack: async (unmade) => {
              await store.channels.webhook.takeBack(unmade);
              taken.push(unmade.eventId);
              onTaken();
            },
          },
        },
      }),
    });
    const sent = await bench.send(agent);
    const { eventId } = sent;
    await isTaken;
    await lacking.stop();
    expect(taken).toEqual([eventId]);
    expect(await bench.event(agent, eventId)).toMatchObject({
      state: 'pending',
      attempts: [{ retryNum: 0, error: 'The service could not sign the delivery' }],
    });
    await bench.endClaim(sent);
    await bench.start();
    expect(await bench.attemptsOf(eventId, 1)).toMatchObject([{ outcome: 'delivered', statusCode: 200 }]);
    expect(receiver.requests.items.map(({ headers }) => headers['x-svc-retry-num'])).toEqual(['0']);
  });
});
