import { describe, expect, it } from '@jest/globals';
import { answerWith, eventually } from '@svc/testkit';
import type { AgentClient, WebhookReceiver } from '@svc/testkit';
import { useProduct } from './product-under-test.js';

const ERROR_THRESHOLD = 5;

describe('The status of an agent', () => {
  const bench = useProduct();

  async function failDeliveries(agent: AgentClient, count: number): Promise<void> {
    await Promise.all(
      Array.from({ length: count }, (_, index) => bench.person.send(agent.agentId, `fails ${index}`)),
    );
    await eventually(
      () => bench.person.events(agent.agentId, '?state=failed'),
      (events) => events.length >= count,
      { what: `${count} deliveries to fail` },
    );
  }

  async function agentInError(): Promise<{ agent: AgentClient; receiver: WebhookReceiver }> {
    const receiver = await bench.receive(answerWith(500));
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    await failDeliveries(agent, ERROR_THRESHOLD);
    expect(await bench.person.agent(agent.agentId)).toMatchObject({ status: 'error' });
    return { agent, receiver };
  }

  it('is active at first, and failed deliveries in a row are counted on the agent', async () => {
    const receiver = await bench.receive(answerWith(500));
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    expect(await bench.person.agent(agent.agentId)).toMatchObject({
      status: 'active',
      consecutive_failures: 0,
    });
    await failDeliveries(agent, 2);
    expect(await bench.person.agent(agent.agentId)).toMatchObject({
      status: 'active',
      consecutive_failures: 2,
    });
    receiver.answer = answerWith(200);
    await bench.person.send(agent.agentId, 'succeeds');
    await bench.person.newestEvent(agent.agentId, 'delivered');
    expect(await bench.person.agent(agent.agentId)).toMatchObject({
      status: 'active',
      consecutive_failures: 0,
    });
  });

  it('is error after five failed deliveries in a row; then each event gets one attempt, until one succeeds', async () => {
    const { agent, receiver } = await agentInError();
    expect(await bench.person.agent(agent.agentId)).toMatchObject({ consecutive_failures: ERROR_THRESHOLD });
    await bench.person.send(agent.agentId, 'one attempt');
    const failed = await bench.person.newestEvent(agent.agentId, 'failed');
    expect(failed.attempts).toHaveLength(1);
    receiver.answer = answerWith(200);
    await bench.person.send(agent.agentId, 'succeeds');
    await bench.person.newestEvent(agent.agentId, 'delivered');
    expect(await bench.person.agent(agent.agentId)).toMatchObject({
      status: 'active',
      consecutive_failures: 0,
    });
  });

  it('is active again when a socket authenticates', async () => {
    const { agent } = await agentInError();
    await bench.connect(agent);
    expect(await bench.person.agent(agent.agentId)).toMatchObject({
      status: 'active',
      consecutive_failures: 0,
    });
  });

  it('is active again when the settings change', async () => {
    const { agent, receiver } = await agentInError();
    const changed = await bench.person.changeAgent(agent.agentId, { webhook_url: receiver.url });
    expect(changed).toMatchObject({ status: 'active', consecutive_failures: 0 });
  });
});
