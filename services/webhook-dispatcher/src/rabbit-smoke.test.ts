import { randomBytes } from 'node:crypto';
import { afterAll, expect, it } from '@jest/globals';
import { RabbitBroker } from '@svc/broker';
import { useDispatcher } from './dispatcher-bench.suite.js';
import { statuses } from './receiver.suite.js';

const broker = new RabbitBroker({
  url: process.env['TEST_AMQP_URL'] ?? 'amqp://guest:guest@127.0.0.1:5672',
  namePrefix: `test-${randomBytes(6).toString('hex')}.`,
});
const bench = useDispatcher(() => broker);
// Runs after the bench's own, which has stopped the broker.
afterAll(() => broker.deleteTopology());

it('on RabbitMQ, an event of an offline agent goes to its webhook, waits after a failure, and is delivered', async () => {
  const receiver = await bench.receiver(statuses(500, 200));
  const agent = await bench.addAgent(receiver.url);
  await bench.start();
  const { eventId } = await bench.send(agent);
  expect(await bench.attemptsOf(eventId, 2)).toMatchObject([
    { outcome: 'http_error' },
    { outcome: 'delivered' },
  ]);
  expect((await bench.event(agent, eventId)).state).toBe('delivered');
});
