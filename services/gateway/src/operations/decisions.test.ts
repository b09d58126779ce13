import { newId } from '@svc/domain';
import { useGateway } from '../gateway.suite.js';
import type { TestAgent } from '../gateway.suite.js';

const bench = useGateway();

const ask = ({ call }: TestAgent, body: object) => call('POST', '/api/agent/decisions', body);

describe('a request', () => {
  it('with half a surrogate pair is stored with the replacement character, and a rule over it covers it again', async () => {
    const agent = await bench.addAgent();
    const body = { title: 'a\ud800', action: 'b\ud800', suggested_pattern: 'b\ud800*' };
    const asked = await ask(agent, body);
    expect(asked.body).toMatchObject({ title: 'a\ufffd', action: 'b\ufffd', suggested_pattern: 'b\ufffd*' });
    const path = `/api/client/decisions/${asked.body.decision_id}/resolve`;
    await agent.owner.call('POST', path, { status: 'approved', always_allow: true });
    expect((await ask(agent, body)).body).toMatchObject({ status: 'approved' });
  });
});

it('a message with half a surrogate pair is stored with the replacement character', async () => {
  const { agentId, owner } = await bench.addAgent();
  const sent = await owner.call('POST', `/api/client/agents/${agentId}/messages`, { text: 'a\ud800b 😀' });
  const path = `/api/client/conversations/${sent.body.conversation_id}/messages`;
  expect((await owner.call('GET', path)).body).toMatchObject([{ text: 'a\ufffdb 😀' }]);
});

describe('a preview', () => {
  it('counts what the pattern covers and shows the newest twenty', async () => {
    const agent = await bench.addAgent();
    const { conversation_id } = (await ask(agent, { title: 'Send it?', action: 'mail:1' })).body;
    const { agentId, owner } = agent;
    const data = Array.from({ length: 1_004 }, (_, index) => ({
      ...{ id: newId('decision', index), agentId, conversationId: conversation_id },
      ...{ title: `Request ${index}`, action: `job:${index}` },
    }));
    await bench.store.prisma.decision.createMany({ data });
    const rule = { agent_id: agentId, pattern: 'job:*' };
    const preview = await owner.call('POST', '/api/client/decision-rules/preview', rule);
    expect(preview.body).toMatchObject({ count: 999, examined: 1_000 });
    expect(preview.body.samples).toHaveLength(20);
    expect(preview.body.samples[0]).toMatchObject({ action: 'job:1003', status: 'pending' });
  });
});
