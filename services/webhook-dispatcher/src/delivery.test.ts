import { SecretBox } from '@svc/domain';
import { answerWith, neverAnswer, Signal } from '@svc/testkit';
import { useDispatcher } from './dispatcher-bench.suite.js';

const bench = useDispatcher();

describe('a delivery', () => {
  it('is not sent twice when its ring is repeated', async () => {
    const receiver = await bench.receiver();
    const agent = await bench.addAgent(receiver.url);
    await bench.start();
    const sent = await bench.send(agent);
    await bench.attemptsOf(sent.eventId, 1);
    await Promise.all(Array.from({ length: 5 }, () => bench.ring(sent)));
    const next = await bench.send(agent, 'next');
    await bench.attemptsOf(next.eventId, 1);
    const delivered = receiver.deliveries.items.map(({ headers }) => headers['x-svc-event-id']);
    expect(delivered).toEqual([sent.eventId, next.eventId]);
  });

  it('says unknown as its reason when the process stopped during the attempt before', async () => {
    const receiver = await bench.receiver(neverAnswer);
    const agent = await bench.addAgent(receiver.url);
    const first = await bench.start();
    const sent = await bench.send(agent);
    await receiver.deliveries.atLeast(1);
    await first.stop();
    expect((await bench.event(agent, sent.eventId)).state).toBe('pending');
    await bench.endClaim(sent);
    receiver.answer = answerWith(200);
    await bench.start();
    await bench.attemptsOf(sent.eventId, 1);
    const retry = { 'x-svc-retry-num': '1', 'x-svc-retry-reason': 'unknown' };
    expect(receiver.deliveries.items[1]?.headers).toMatchObject(retry);
  });

  it('is recorded although the database was away when it ended', async () => {
    const receiver = await bench.receiver();
    const agent = await bench.addAgent(receiver.url);
    let failures = 2;
    await bench.start({
      replaced: ({ finish }) => ({
        finish: async (attempt) => {
          if (failures-- > 0) throw new Error('The database is away');
          await finish(attempt);
        },
      }),
    });
    const { eventId } = await bench.send(agent);
    await bench.attemptsOf(eventId, 1);
    expect((await bench.event(agent, eventId)).state).toBe('delivered');
    expect(receiver.deliveries.items).toHaveLength(1);
  });
});

describe('an attempt whose secret was sealed with a key that this dispatcher lacks', () => {
  it('is not made and does not count, and another dispatcher makes it', async () => {
    const receiver = await bench.receiver();
    const agent = await bench.addAgent(receiver.url);
    const taken = new Signal<string>();
    const lacking = await bench.start({
      box: new SecretBox(Buffer.alloc(32, 9)),
      replaced: ({ takeBack }) => ({
        takeBack: async (unmade) => {
          await takeBack(unmade);
          taken.push(unmade.eventId);
        },
      }),
    });
    const sent = await bench.send(agent);
    const { eventId } = sent;
    await taken.atLeast(1);
    await lacking.stop();
    expect(taken.items).toEqual([eventId]);
    expect(await bench.event(agent, eventId)).toMatchObject({
      state: 'pending',
      attempts: [{ retryNum: 0, error: 'The service could not sign the delivery' }],
    });
    await bench.endClaim(sent);
    await bench.start();
    expect(await bench.attemptsOf(eventId, 1)).toMatchObject([{ outcome: 'delivered', statusCode: 200 }]);
    expect(receiver.deliveries.items.map(({ headers }) => headers['x-svc-retry-num'])).toEqual(['0']);
  });
});
