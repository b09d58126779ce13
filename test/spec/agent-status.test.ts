/** @each-shape Dispatchers and hubs count what the gateway shows. */
import { answerWith } from '@svc/testkit';
import type { AgentClient, WebhookReceiver } from '@svc/testkit';
import { useProduct } from './product-under-test.js';

const ERROR_THRESHOLD = 5;
const ACTIVE = { status: 'active', consecutive_failures: 0, status_reason: null };

describe('The status of an agent', () => {
  const bench = useProduct();

  const expectStatus = async ({ agentId }: AgentClient, status: object) =>
    expect(await bench.person.agent(agentId)).toMatchObject(status);

  /** Of whose deliveries so many have failed. */
  async function failed(count: number) {
    const { agent, receiver } = await bench.hookedAgent(answerWith(500));
    await expectStatus(agent, ACTIVE);
    const texts = Array.from({ length: count }, (_, index) => `fails ${index}`);
    await Promise.all(texts.map((text) => bench.person.send(agent.agentId, text)));
    await bench.person.untilEvents(agent.agentId, 'failed', count);
    return { agent, receiver };
  }

  async function deliver(agent: AgentClient, receiver: WebhookReceiver): Promise<void> {
    receiver.answer = answerWith(200);
    await bench.person.send(agent.agentId, 'succeeds');
    await bench.person.newestEvent(agent.agentId, 'delivered');
  }

  it('is active at first; failed deliveries in a row are counted until one succeeds', async () => {
    const { agent, receiver } = await failed(2);
    await expectStatus(agent, { status: 'active', consecutive_failures: 2 });
    await deliver(agent, receiver);
    await expectStatus(agent, ACTIVE);
  });

  it('is error after five in a row, with the reason, until one succeeds', async () => {
    const { agent, receiver } = await failed(ERROR_THRESHOLD);
    const status_reason = '5 webhook deliveries in a row failed';
    await expectStatus(agent, { status: 'error', consecutive_failures: ERROR_THRESHOLD, status_reason });
    await deliver(agent, receiver);
    await expectStatus(agent, ACTIVE);
  });

  it('is active again when a socket authenticates, and when the settings change', async () => {
    const [{ agent }, { agent: other, receiver }] = await Promise.all([
      failed(ERROR_THRESHOLD),
      failed(ERROR_THRESHOLD),
    ]);
    await bench.connect(agent);
    await expectStatus(agent, ACTIVE);
    await bench.person.changeAgent(other.agentId, { webhook_url: receiver.url });
    await expectStatus(other, ACTIVE);
  });
});
