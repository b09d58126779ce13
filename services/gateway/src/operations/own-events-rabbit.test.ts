import { randomBytes } from 'node:crypto';
import { afterAll, expect, it } from '@jest/globals';
import { RabbitBroker } from '@svc/broker';
import { useGateway } from '../gateway.suite.js';
import type { Answer, TestAgent } from '../gateway.suite.js';

const broker = new RabbitBroker({
  url: process.env['TEST_AMQP_URL'] ?? 'amqp://guest:guest@127.0.0.1:5672',
  namePrefix: `test-${randomBytes(6).toString('hex')}.`,
});
const bench = useGateway({}, { openBroker: () => broker });
// Runs after the bench's own, which has stopped the broker.
afterAll(() => broker.deleteTopology());

it('a call that waits gets its event, on RabbitMQ and without it', async () => {
  const agent = await bench.addAgent();
  const first = read(agent, 0);
  await say(agent, 'with RabbitMQ');
  expect((await first).body.events).toMatchObject([{ event: { text: 'with RabbitMQ' } }]);
  // No hint comes from now on.
  await broker.stop();
  const second = read(agent, 1);
  await say(agent, 'without it');
  expect((await second).body.events).toMatchObject([{ seq: 2, event: { text: 'without it' } }]);
});

function read(agent: TestAgent, after: number): Promise<Answer> {
  return bench.call('GET', `/api/agent/events?after=${after}&wait=45`, { headers: agent.auth });
}

async function say(agent: TestAgent, text: string): Promise<void> {
  const path = `/api/client/agents/${agent.agentId}/messages`;
  expect((await bench.call('POST', path, { headers: agent.owner.auth, body: { text } })).status).toBe(201);
}
