import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { validateDecisionResolvedEvent } from '@svc/proto-events';
import { expectContract, useGateway } from '../gateway.suite.js';
import type { TestAgent } from '../gateway.suite.js';

const bench = useGateway();

const ask = (agent: TestAgent, body: object = { title: 'Send it?', action: 'mail.send:ada@example.com' }) =>
  bench.call('POST', '/api/agent/decisions', { headers: agent.auth, body });

const answer = (agent: TestAgent, decisionId: string, body: object) =>
  bench.call('POST', `/api/client/decisions/${decisionId}/resolve`, { headers: agent.owner.auth, body });

/** Resolves when the consoles have been told of a change; hints that come close together are held back and become one. */
async function untilTold(type: string, agentId: string): Promise<void> {
  const isTold = () =>
    bench.hints.some((hint) => hint.type === type && 'agent_id' in hint && hint.agent_id === agentId);
  while (!isTold()) await new Promise((resolve) => setImmediate(resolve));
}

describe('a request', () => {
  it('is answered in full, and the open consoles are told of it and of its card', async () => {
    const agent = await bench.addAgent();
    const asked = await ask(agent, { title: 'Send it?', expires_in_seconds: 60 });
    expect(asked.status).toBe(201);
    expectContract('requestDecision', asked);
    expect(asked.body).toMatchObject({
      decision_id: expect.stringMatching(/^dec_/),
      agent_id: agent.agentId,
      conversation_id: expect.stringMatching(/^conv_/),
      status: 'pending',
      always_allow: false,
    });
    await untilTold('decision', agent.agentId);
    await untilTold('message', agent.agentId);
    const about = { agent_id: agent.agentId, user_id: agent.owner.userId };
    const { decision_id, conversation_id } = asked.body;
    expect(bench.hints).toContainEqual({ type: 'decision', ...about, decision_id });
    const message_id = expect.stringMatching(/^msg_/);
    expect(bench.hints).toContainEqual({ type: 'message', ...about, conversation_id, message_id });
  });

  it('with half a surrogate pair is stored with the replacement character, and a rule over it covers it again', async () => {
    const agent = await bench.addAgent();
    const body = { title: 'a\ud800', action: 'b\ud800', suggested_pattern: 'b\ud800*' };
    const asked = await ask(agent, body);
    expect(asked.body).toMatchObject({ title: 'a\ufffd', action: 'b\ufffd', suggested_pattern: 'b\ufffd*' });
    await answer(agent, asked.body.decision_id, { status: 'approved', always_allow: true });
    expect((await ask(agent, body)).body).toMatchObject({ status: 'approved' });
  });
});

describe('an answer', () => {
  it('writes an event of the exact form, and tells the open consoles', async () => {
    const agent = await bench.addAgent({ kind: 'approval-only' });
    const asked = await ask(agent);
    const { decision_id } = asked.body;
    await untilTold('decision', agent.agentId);
    bench.hints.splice(0);
    const resolved = await answer(agent, decision_id, { status: 'approved', always_allow: true });
    expect(resolved.status).toBe(200);
    expectContract('resolveDecision', resolved);
    const event = await bench.store.prisma.event.findFirstOrThrow({ where: { subjectId: decision_id } });
    expect(validateDecisionResolvedEvent(JSON.parse(event.frame))).toBe(true);
    await untilTold('decision', agent.agentId);
  });

  it('that was given before is answered as before; another one says what the request is', async () => {
    const agent = await bench.addAgent();
    const { decision_id } = (await ask(agent)).body;
    const first = await answer(agent, decision_id, { status: 'dismissed' });
    const again = await answer(agent, decision_id, { status: 'dismissed' });
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(await answer(agent, decision_id, { status: 'approved' })).toMatchObject({
      status: 409,
      body: { detail: 'The request is dismissed already' },
    });
    expect(await bench.store.prisma.event.count({ where: { subjectId: decision_id } })).toBe(1);
  });

  it('that comes when the time is over is refused, and the end of the time is told', async () => {
    const agent = await bench.addAgent();
    const { decision_id } = (await ask(agent, { title: 'Soon', expires_in_seconds: 60 })).body;
    const expiresAt = new Date(Date.now() - 1_000);
    await bench.store.prisma.decision.update({ where: { id: decision_id }, data: { expiresAt } });
    await untilTold('decision', agent.agentId);
    bench.hints.splice(0);
    const late = await answer(agent, decision_id, { status: 'approved' });
    expect(late).toMatchObject({ status: 409, body: { detail: 'The request has expired' } });
    expectContract('resolveDecision', late);
    await untilTold('decision', agent.agentId);
  });
});

describe('a preview', () => {
  it('counts what the pattern covers and shows the newest twenty', async () => {
    const agent = await bench.addAgent();
    const { conversation_id } = (await ask(agent)).body;
    await bench.store.prisma.decision.createMany({
      data: Array.from({ length: 1_004 }, (_, index) => ({
        id: newId('decision', index),
        agentId: agent.agentId,
        conversationId: conversation_id,
        title: `Request ${index}`,
        action: `job:${index}`,
      })),
    });
    const preview = await bench.call('POST', '/api/client/decision-rules/preview', {
      headers: agent.owner.auth,
      body: { agent_id: agent.agentId, pattern: 'job:*' },
    });
    expectContract('previewDecisionRule', preview);
    expect(preview.body).toMatchObject({ count: 999, examined: 1_000 });
    expect(preview.body.samples).toHaveLength(20);
    expect(preview.body.samples[0]).toMatchObject({ action: 'job:1003', status: 'pending' });
  });
});
