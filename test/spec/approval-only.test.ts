import { describe, expect, it } from '@jest/globals';
import { bodyOf, expectRefusal } from './answers.js';
import { CALLS } from './described-calls.js';
import { useProduct } from './product-under-test.js';

const NOT_ALLOWED = 'Approval-only agents cannot do this';
/** All that has to do with neither messages nor tasks. */
const ALLOWED = [
  ...['getOwnAgent', 'listOwnEvents', 'acknowledgeEvents', 'callMcp'],
  ...['requestDecision', 'listOwnDecisions', 'getOwnDecision', 'cancelDecision'],
];

describe('An approval-only agent', () => {
  const bench = useProduct();
  const create = () => bench.person.createAgent({ kind: 'approval-only' });

  it('gets 403 from every call about messages and tasks, before its body is looked at', async () => {
    const agent = await create();
    const calls = CALLS.filter(({ api }) => api === 'agent');
    const refused = calls.filter(({ operationId }) => !ALLOWED.includes(operationId));
    expect(refused.length).toBe(calls.length - ALLOWED.length);
    for (const { path, method } of refused)
      expectRefusal(await agent.call(path.replaceAll(/\{\w+\}/g, 'none_1'), { method }), 403, NOT_ALLOWED);
  });

  it('gets no message and no task of its user, and nothing is stored', async () => {
    const { agentId } = await create();
    expectRefusal(await bench.person.postMessage(agentId, { text: 'Hello' }), 403, NOT_ALLOWED);
    const body = { name: 'x', prompt: 'x', schedule: 'event' };
    expectRefusal(await bench.person.call(`/agents/${agentId}/tasks`, { body }), 403, NOT_ALLOWED);
    expect(await bench.person.tasks.list(agentId)).toEqual([]);
    expect(await bench.person.conversationIds(agentId)).toEqual([]);
    expect(await bench.person.events(agentId)).toEqual([]);
  });

  it('may ask who it is and connect a socket, which stays open though a message is refused', async () => {
    const agent = await create();
    const body = await bodyOf('getOwnAgent', agent.call('/api/agent/me'));
    expect(body).toMatchObject({ agent_id: agent.agentId, kind: 'approval-only' });
    const socket = await bench.connect(agent);
    for (const text of ['Hello', 'Again'])
      expect(await socket.ask({ text })).toMatchObject({ type: 'error', detail: NOT_ALLOWED });
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
  });
});
