/** @any-shape The gateway alone answers, from rows. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Person } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { expectAnswer, expectRefusal } from './answers.js';
import { cancel, postAnswer, postRequest, readOwn, request, resolve } from './decision-calls.js';
import type { ShownDecision } from './decision-calls.js';
import { baseUrl, useProduct } from './product-under-test.js';

describe('A request for a decision', () => {
  const bench = useProduct();

  it.each(['interactive', 'approval-only'] as const)('may be made by an %s agent', async (kind) => {
    const agent = await bench.person.createAgent({ kind });
    const decision = await request(agent, {
      title: 'Send the offer?',
      description: '**Two** pages',
      action: 'mail.send:ada@example.com',
      suggested_pattern: 'mail.send:*@example.com',
      expires_in_seconds: 3_600,
    });
    expect(decision).toEqual({
      decision_id: expect.stringMatching(/^dec_[0-9a-f]+$/),
      agent_id: agent.agentId,
      conversation_id: expect.stringMatching(/^conv_/),
      task_run_id: null,
      title: 'Send the offer?',
      description: '**Two** pages',
      action: 'mail.send:ada@example.com',
      suggested_pattern: 'mail.send:*@example.com',
      status: 'pending',
      note: null,
      always_allow: false,
      always_allow_pattern: null,
      resolution_reason: null,
      created_at: expect.stringMatching(/Z$/),
      expires_at: new Date(Date.parse(decision.created_at) + 3_600_000).toISOString(),
      resolved_at: null,
    });
    expect(await readOwn(agent, decision.decision_id)).toEqual(decision);
    const shown = await bench.person.call(`/decisions/${decision.decision_id}`);
    expectAnswer('getDecision', shown, 200);
    expect(shown.body).toEqual(decision);
  });

  it('needs a title alone, and stays open without an end', async () => {
    const agent = await bench.person.createAgent();
    expect(await request(agent, { title: 'Go?' })).toMatchObject({
      description: null,
      action: null,
      suggested_pattern: null,
      expires_at: null,
    });
  });

  it('is shown as a card in the conversation that it names', async () => {
    const agent = await bench.person.createAgent();
    const { conversation_id } = await bench.person.send(agent.agentId, 'One');
    await bench.person.send(agent.agentId, 'Two');
    const decision = await request(agent, { conversation_id, title: 'Go?', description: 'Why' });
    expect(decision.conversation_id).toBe(conversation_id);
    const [card] = await bench.person.history(conversation_id);
    expect(card).toMatchObject({
      sender: 'agent',
      kind: 'decision',
      text: 'Go?\n\nWhy',
      decision_id: decision.decision_id,
    });
  });

  it('is shown in the newest conversation where it names none, and in a new one where there is none', async () => {
    const agent = await bench.person.createAgent();
    const first = await request(agent);
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([first.conversation_id]);
    const { conversation_id } = await bench.person.send(agent.agentId, 'Newer');
    expect((await request(agent)).conversation_id).toBe(conversation_id);
  });

  it('of an approval-only agent is shown in a conversation into which nobody can write', async () => {
    const agent = await bench.person.createAgent({ kind: 'approval-only' });
    const { conversation_id, decision_id } = await request(agent);
    expect((await request(agent)).conversation_id).toBe(conversation_id);
    const cards = await bench.person.history(conversation_id);
    expect(cards).toMatchObject([{ kind: 'decision' }, { kind: 'decision', decision_id }]);
    expectRefusal(await agent.post({ text: 'Hello', conversation_id }), 403);
    expectRefusal(await agent.readHistory(conversation_id), 403);
    expectRefusal(await bench.person.postMessage(agent.agentId, { text: 'Hello', conversation_id }), 403);
  });

  it('carries the agent’s run; another’s run or conversation is 404', async () => {
    const [agent, other] = [await bench.person.createAgent(), await bench.person.createAgent()];
    const task = await agent.call('/api/agent/tasks', {
      body: { name: 'Offers', prompt: 'Send them.', schedule: 'event' },
    });
    const started = await agent.call(`/api/agent/tasks/${(task.body as { id: string }).id}/run/start`, {
      method: 'POST',
    });
    const { run_id } = started.body as { run_id: string };
    expect(await request(agent, { task_run_id: run_id })).toMatchObject({ task_run_id: run_id });
    expectRefusal(await postRequest(other, { title: 'Go?', task_run_id: run_id }), 404, 'Not found');
    const { conversation_id } = await bench.person.send(agent.agentId, 'Private');
    expectRefusal(await postRequest(other, { title: 'Go?', conversation_id }), 404, 'Not found');
    expect((await other.call('/api/agent/decisions')).body).toEqual([]);
  });

  it('may be withdrawn by its agent: cancelled, without an event, and again the same', async () => {
    const agent = await bench.person.createAgent();
    const { decision_id } = await request(agent);
    const cancelled = await cancel(agent, decision_id);
    expectAnswer('cancelDecision', cancelled, 200);
    expect(cancelled.body).toMatchObject({ status: 'cancelled', resolution_reason: 'cancelled' });
    expect(await cancel(agent, decision_id)).toMatchObject({ status: 200, body: cancelled.body });
    expectRefusal(
      await postAnswer(bench.person, decision_id, { status: 'approved' }),
      409,
      'The request is cancelled already',
    );
    expect(await bench.person.events(agent.agentId)).toEqual([]);
  });

  it('that was answered can be withdrawn no more', async () => {
    const agent = await bench.person.createAgent();
    const { decision_id } = await request(agent);
    await resolve(bench.person, decision_id);
    expectRefusal(await cancel(agent, decision_id), 409, 'The request is approved already');
  });
});

describe('An answer to a request', () => {
  const bench = useProduct();
  let agent: AgentClient;

  beforeAll(async () => {
    agent = await bench.person.createAgent();
  });

  it.each(['approved', 'rejected', 'dismissed'] as const)('may be %s, with a note', async (status) => {
    const { decision_id } = await request(agent);
    const answered = await resolve(bench.person, decision_id, { status, note: 'Because "so" 🎉' });
    expect(answered).toMatchObject({ status, note: 'Because "so" 🎉', resolution_reason: 'user' });
    expect(Date.parse(answered.resolved_at ?? '')).toBeGreaterThanOrEqual(Date.parse(answered.created_at));
    expect(await readOwn(agent, decision_id)).toEqual(answered);
  });

  it('is the first: the same again is 200 and changes nothing, another is 409', async () => {
    const { decision_id } = await request(agent);
    const first = await resolve(bench.person, decision_id, { status: 'approved', note: 'First' });
    expect(await resolve(bench.person, decision_id, { status: 'approved', note: 'Second' })).toEqual(first);
    for (const status of ['rejected', 'dismissed']) {
      const answer = await postAnswer(bench.person, decision_id, { status });
      expectRefusal(answer, 409, 'The request is approved already');
      expectAnswer('resolveDecision', answer, 409);
    }
    expect(await readOwn(agent, decision_id)).toEqual(first);
  });

  it('is one of many given at once', async () => {
    const own = await bench.person.createAgent();
    const { decision_id } = await request(own);
    const given = ['approved', 'rejected', 'dismissed', 'approved', 'rejected', 'dismissed'];
    const answers = await Promise.all(
      given.map((status) => postAnswer(bench.person, decision_id, { status })),
    );
    const { status } = await readOwn(own, decision_id);
    expect(answers.map((answer) => answer.status)).toEqual(
      given.map((each) => (each === status ? 200 : 409)),
    );
    expect(await bench.person.events(own.agentId)).toHaveLength(1);
  });

  it('comes too late once the time is over: the request is dismissed, never approved', async () => {
    const { decision_id } = await request(agent, { expires_in_seconds: 1 });
    const socket = await bench.connect(agent);
    const event = await socket.frames.first((frame) => frame['decision_id'] === decision_id);
    expect(event).toMatchObject({ type: 'decision_resolved', status: 'dismissed', note: '' });
    const late = await postAnswer(bench.person, decision_id, { status: 'approved' });
    expectRefusal(late, 409, 'The request has expired');
    expect(await readOwn(agent, decision_id)).toMatchObject({
      status: 'dismissed',
      resolution_reason: 'expired',
      note: null,
      always_allow: false,
    });
    expectRefusal(await cancel(agent, decision_id), 409, 'The request has expired');
  });

  it('is not for someone else to give or to see', async () => {
    const stranger = await Person.signUp(baseUrl);
    const theirs = await stranger.createAgent();
    const { decision_id } = await request(agent);
    expectRefusal(await postAnswer(stranger, decision_id, { status: 'approved' }), 404, 'Not found');
    expectRefusal(await stranger.call(`/decisions/${decision_id}`), 404, 'Not found');
    expectRefusal(await theirs.call(`/api/agent/decisions/${decision_id}`), 404, 'Not found');
    expectRefusal(await cancel(theirs, decision_id), 404, 'Not found');
    expect((await stranger.call(`/decisions?agent_id=${agent.agentId}`)).body).toEqual([]);
    expect(await readOwn(agent, decision_id)).toMatchObject({ status: 'pending' });
  });
});

describe('Lists of decisions', () => {
  const bench = useProduct();

  it('have the newest first, in pages, by status and agent, for agent and user alike', async () => {
    const agent = await bench.person.createAgent();
    const other = await bench.person.createAgent({ kind: 'approval-only' });
    const made: ShownDecision[] = [];
    for (const title of ['One', 'Two', 'Three']) made.unshift(await request(agent, { title }));
    const foreign = await request(other);
    await resolve(bench.person, made[1]!.decision_id);

    const own = async (query = '') => {
      const answer = await agent.call(`/api/agent/decisions${query}`);
      expectAnswer('listOwnDecisions', answer, 200);
      return (answer.body as ShownDecision[]).map(({ title }) => title);
    };
    expect(await own()).toEqual(['Three', 'Two', 'One']);
    expect(await own('?limit=1')).toEqual(['Three']);
    expect(await own(`?limit=5&cursor=${made[0]!.decision_id}`)).toEqual(['Two', 'One']);
    expect(await own('?status=approved')).toEqual(['Two']);
    expect(await own('?status=cancelled')).toEqual([]);

    const listed = async (query = '') => {
      const answer = await bench.person.call(`/decisions${query}`);
      expectAnswer('listDecisions', answer, 200);
      return (answer.body as ShownDecision[]).map(({ title }) => title);
    };
    expect(await listed()).toEqual([foreign.title, 'Three', 'Two', 'One']);
    expect(await listed('?status=pending')).toEqual([foreign.title, 'Three', 'One']);
    expect(await listed(`?agent_id=${agent.agentId}&status=pending&limit=1`)).toEqual(['Three']);
    expect(await listed(`?agent_id=${other.agentId}`)).toEqual([foreign.title]);
  });
});
