import type { ShownDecision } from '@svc/testkit';
import { bodyOf, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';

const bench = useProduct();
const ANSWERS = ['approved', 'rejected', 'dismissed'] as const;

describe('A request for a decision', () => {
  it.each(['interactive', 'approval-only'] as const)('may be made by an %s agent', async (kind) => {
    const agent = await bench.person.createAgent({ kind });
    const asked = {
      title: 'Send the offer?',
      description: '**Two** pages',
      action: 'mail.send:ada@example.com',
      suggested_pattern: 'mail.send:*@example.com',
    };
    const decision = await agent.ask({ ...asked, expires_in_seconds: 3_600 });
    expect(decision).toEqual({
      ...{ ...asked, agent_id: agent.agentId, status: 'pending' },
      decision_id: expect.stringMatching(/^dec_[0-9a-f]+$/),
      conversation_id: expect.stringMatching(/^conv_/),
      created_at: expect.stringMatching(/Z$/),
      expires_at: new Date(Date.parse(decision.created_at) + 3_600_000).toISOString(),
      ...{ task_run_id: null, note: null, resolution_reason: null, resolved_at: null },
      ...{ always_allow: false, always_allow_pattern: null },
    });
    expect(await agent.decision(decision.decision_id)).toEqual(decision);
    const shown = await bodyOf('getDecision', bench.person.call(`/decisions/${decision.decision_id}`));
    expect(shown).toEqual(decision);
  });

  it('is shown as a card in the conversation that it names', async () => {
    const { agent, conversation_id } = await bench.askedAgent('One');
    await bench.person.send(agent.agentId, 'Two');
    const decision = await agent.ask({ conversation_id, title: 'Go?', description: 'Why' });
    expect(decision).toMatchObject({ conversation_id, expires_at: null });
    const [card] = await bench.person.history(conversation_id);
    expect(card).toMatchObject({
      ...{ sender: 'agent', kind: 'decision', text: 'Go?\n\nWhy', decision_id: decision.decision_id },
    });
  });

  it('is shown in the newest conversation if it names none, and in a new one if there is none', async () => {
    const agent = await bench.person.createAgent();
    const first = await agent.ask();
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([first.conversation_id]);
    const { conversation_id } = await bench.person.send(agent.agentId, 'Newer');
    expect((await agent.ask()).conversation_id).toBe(conversation_id);
  });

  it('may be withdrawn by its agent while it is open: cancelled, without an event, once', async () => {
    const { agent, decision_id } = await bench.askingAgent();
    const cancelled = await agent.withdraw(decision_id);
    expect(cancelled.body).toMatchObject({ status: 'cancelled', resolution_reason: 'cancelled' });
    expect(await agent.withdraw(decision_id)).toMatchObject({ status: 200, body: cancelled.body });
    const late = await bench.person.postAnswer(decision_id, { status: 'approved' });
    expectRefusal(late, 409, 'The request is cancelled already');
    expect(await bench.person.events(agent.agentId)).toEqual([]);
    const answered = await agent.ask();
    await bench.person.resolve(answered.decision_id);
    expectRefusal(await agent.withdraw(answered.decision_id), 409, 'The request is approved already');
  });
});

describe('A request with a key', () => {
  it('is made once: asking again is 200 with the first, whatever is asked, and one card', async () => {
    const agent = await bench.person.createAgent();
    const first = await agent.ask({ title: 'One?', key: 'step' });
    expect(first).toMatchObject({ title: 'One?', key: 'step', status: 'pending' });
    for (const body of [
      { title: 'Two?', action: 'mail.send:ada@example.com', expires_in_seconds: 1 },
      { title: 'Three?', conversation_id: 'conv_0', task_run_id: 'run_0' },
    ]) {
      expect(await bodyOf('requestDecision', agent.postQuestion({ ...body, key: 'step' }))).toEqual(first);
    }
    expect((await agent.call('/api/agent/decisions')).body).toEqual([first]);
    expect(await bench.person.history(first.conversation_id)).toHaveLength(1);
    expect(await agent.ask()).not.toHaveProperty('key');
  });

  it('is found again with its answer, or when it was withdrawn', async () => {
    const agent = await bench.person.createAgent();
    for (const key of ['answered', 'withdrawn']) {
      const { decision_id } = await agent.ask({ key });
      if (key === 'withdrawn') await agent.withdraw(decision_id);
      else await bench.person.resolve(decision_id, { status: 'rejected', note: 'Because' });
      const again = await agent.postQuestion({ title: 'Send it?', key });
      expect(again).toMatchObject({ status: 200, body: await agent.decision(decision_id) });
    }
  });

  it('is one request if it is asked many times at one instant, and another for another agent', async () => {
    const [agent, other] = [await bench.person.createAgent(), await bench.person.createAgent()];
    const asked = await Promise.all(
      Array.from({ length: 8 }, (_, n) => agent.postQuestion({ title: `Number ${n}?`, key: 'step' })),
    );
    expect(asked.map(({ status }) => status).sort()).toEqual([...Array<number>(7).fill(200), 201]);
    const ids = new Set(asked.map(({ body }) => (body as ShownDecision).decision_id));
    expect(ids.size).toBe(1);
    expect(ids).not.toContain((await other.ask({ key: 'step' })).decision_id);
  });
});

describe('An answer to a request', () => {
  it.each(ANSWERS)('may be %s, with a note', async (status) => {
    const { agent, decision_id } = await bench.askingAgent();
    const answered = await bench.person.resolve(decision_id, { status, note: 'Because "so" 🎉' });
    expect(answered).toMatchObject({ status, note: 'Because "so" 🎉', resolution_reason: 'user' });
    expect(await agent.decision(decision_id)).toEqual(answered);
  });

  it('is the first: the same again is 200 and changes nothing, another is 409', async () => {
    const { agent, decision_id } = await bench.askingAgent();
    const first = await bench.person.resolve(decision_id, { status: 'approved', note: 'First' });
    expect(await bench.person.resolve(decision_id, { status: 'approved', note: 'Second' })).toEqual(first);
    for (const status of ['rejected', 'dismissed'])
      expectRefusal(
        await bench.person.postAnswer(decision_id, { status }),
        409,
        'The request is approved already',
      );
    expect(await agent.decision(decision_id)).toEqual(first);
  });

  it('comes too late once the time is over: the request is dismissed, never approved', async () => {
    const { agent, decision_id } = await bench.askingAgent({ expires_in_seconds: 1 });
    const socket = await bench.connect(agent);
    const event = await socket.frame({ decision_id });
    expect(event).toMatchObject({
      ...{ type: 'decision_resolved', status: 'dismissed', note: '' },
      ...{ always_allow: false, always_allow_pattern: null },
    });
    const late = await bench.person.postAnswer(decision_id, { status: 'approved' });
    expectRefusal(late, 409, 'The request has expired');
    expect(await agent.decision(decision_id)).toMatchObject({
      ...{ status: 'dismissed', resolution_reason: 'expired', resolved_by: { kind: 'expiry' } },
    });
    expectRefusal(await agent.withdraw(decision_id), 409, 'The request has expired');
  });
});

describe('Who has ended a decision', () => {
  it('is a program by its API key, which the user sees and the agent does not', async () => {
    const agent = await bench.person.createAgent();
    const { program, key_id, name } = await bench.person.createApiKey({ scopes: ['decisions'] });
    const open = await agent.ask();
    expect(open).not.toHaveProperty('resolved_by');
    const answered = await program.resolve(open.decision_id);
    expect(answered.resolved_by).toEqual({ kind: 'user', key_id, key_name: name });
    expect((await agent.decision(open.decision_id)).resolved_by).toEqual({ kind: 'user' });
  });

  it('is the agent by its key, which both see', async () => {
    const agent = await bench.person.createAgent();
    const key = { name: 'Worker', scopes: ['decisions' as const] };
    const { key_id, secret } = await bench.person.createKey(agent.agentId, key);
    const { decision_id } = await agent.ask();
    const { body } = await agent.withSecret(secret).withdraw(decision_id);
    const by = { kind: 'agent', key_id, key_name: 'Worker' };
    expect(body).toMatchObject({ resolved_by: by });
    expect((await bench.person.call(`/decisions/${decision_id}`)).body).toMatchObject({ resolved_by: by });
  });
});

describe('Lists of decisions', () => {
  it('have the newest first, by status and agent, for agent and user alike', async () => {
    const agent = await bench.person.createAgent();
    const made: string[] = [];
    for (let count = 0; count < 3; count += 1) made.unshift((await agent.ask()).decision_id);
    await bench.person.resolve(made[1] ?? '');
    const foreign = await (await bench.person.createAgent({ kind: 'approval-only' })).ask();
    const ids = (body: unknown) => (body as ShownDecision[]).map(({ decision_id }) => decision_id);
    const [newest, approved, oldest] = made;
    for (const [status, listed] of [
      ['pending', [newest, oldest]],
      ['approved', [approved]],
      ['cancelled', []],
    ] as const) {
      const own = await agent.call(`/api/agent/decisions?status=${status}`);
      const shown = await bench.person.call(`/decisions?status=${status}&agent_id=${agent.agentId}`);
      expect([ids(own.body), ids(shown.body)]).toEqual([listed, listed]);
    }
    const all = await bench.person.call('/decisions?limit=4');
    expect(ids(all.body)).toEqual([foreign.decision_id, ...made]);
  });
});
