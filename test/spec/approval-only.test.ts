/** @any-shape The gateway alone refuses, by the row of the agent. */
import { describe, expect, it } from '@jest/globals';
import { tinyPng, base64 } from '@svc/testkit';
import { expectAnswer, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';

const NOT_ALLOWED = 'Approval-only agents cannot do this';

describe('An approval-only agent', () => {
  const bench = useProduct();
  const create = () => bench.person.createAgent({ kind: 'approval-only' });

  it('gets 403 when it sends a chat message', async () => {
    const agent = await create();
    expectRefusal(await agent.post({ text: 'Hello' }), 403, NOT_ALLOWED);
    expectRefusal(await agent.post({ image_base64: base64(tinyPng()) }), 403, NOT_ALLOWED);
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
  });

  it('gets 403 when it reads a history', async () => {
    const agent = await create();
    expectRefusal(await agent.readHistory(`conv_${'0'.repeat(32)}`), 403, NOT_ALLOWED);
  });

  it('gets no message of a user: sending one is 403, and nothing is stored', async () => {
    const agent = await create();
    expectRefusal(await bench.person.postMessage(agent.agentId, { text: 'Hello' }), 403, NOT_ALLOWED);
    const images = [base64(tinyPng())];
    expectRefusal(await bench.person.postMessage(agent.agentId, { images }), 403, NOT_ALLOWED);
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
    expect(await bench.person.events(agent.agentId)).toEqual([]);
  });

  it('may connect a socket; a message frame on it is refused, and it stays open', async () => {
    const agent = await create();
    const socket = await bench.connect(agent);
    expect(await socket.ask({ text: 'Hello' })).toMatchObject({ type: 'error', detail: NOT_ALLOWED });
    expect(await socket.ask({ text: 'Again' })).toMatchObject({ type: 'error', detail: NOT_ALLOWED });
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
  });

  it('may ask who it is', async () => {
    const agent = await create();
    const answer = await agent.call('/api/agent/me');
    expectAnswer('getOwnAgent', answer, 200);
    expect(answer.body).toMatchObject({ agent_id: agent.agentId, kind: 'approval-only' });
  });

  it('may have a webhook', async () => {
    const receiver = await bench.receive();
    const agent = await bench.person.createAgent({ kind: 'approval-only', webhook_url: receiver.url });
    expect(await bench.person.agent(agent.agentId)).toMatchObject({ webhook_url: receiver.url });
  });
});
