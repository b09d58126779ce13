/** @any-shape The gateway alone decides it, from rows; what brings the event does not look into it. */
import { describe, expect, it } from '@jest/globals';
import { expectAnswer, expectInvalidField, expectRefusal } from './answers.js';
import { cancel, postAnswer, postRequest, readOwn, request, resolve, resolved } from './decision-calls.js';
import { baseUrl, useProduct } from './product-under-test.js';

const bench = useProduct();

const FORM = {
  type: 'object',
  title: 'The offer',
  properties: {
    to: { type: 'string', title: 'To whom', description: 'An address.', minLength: 3, maxLength: 100 },
    amount: { type: 'number', title: 'Amount', minimum: 1, maximum: 5_000 },
    copies: { type: 'integer', minimum: 1, default: 1 },
    tone: { type: 'string', enum: ['formal', 'friendly'], default: 'friendly' },
    valid_until: { type: 'string', format: 'date' },
    with_terms: { type: 'boolean' },
  },
  required: ['to', 'amount'],
};
const PROPOSED = { amount: 1_200, to: 'ada@example.com' };
const ANSWER = { to: 'ada@example.com', amount: 1_150, copies: 2, tone: 'formal', with_terms: false };
const ACTION = 'mail.send:ada@example.com';

const ask = (body: Record<string, unknown> = {}) => ({ title: 'Send it?', answer_schema: FORM, ...body });

describe('A request with a form', () => {
  it('shows the form in its order, and what is proposed, to both sides, in lists too', async () => {
    const agent = await bench.person.createAgent();
    const asked = await request(agent, ask({ proposed: PROPOSED }));
    expect(asked).toMatchObject({ status: 'pending', proposed: PROPOSED, answer: null });
    expect(JSON.stringify(asked.answer_schema)).toBe(JSON.stringify(FORM));
    expect(await readOwn(agent, asked.decision_id)).toEqual(asked);
    const listed = await agent.call('/api/agent/decisions');
    expectAnswer('listOwnDecisions', listed, 200);
    expect(listed.body).toEqual([asked]);
    expect((await bench.person.call(`/decisions/${asked.decision_id}`)).body).toEqual(asked);
    const inbox = await bench.person.call(`/decisions?agent_id=${agent.agentId}&status=pending`);
    expectAnswer('listDecisions', inbox, 200);
    expect(inbox.body).toEqual([asked]);
  });

  it('may have null for whatever the form, the proposal and the answer may leave out', async () => {
    const agent = await bench.person.createAgent();
    const amount = { type: 'number', title: null, minimum: null, maximum: 9, default: null };
    const answer_schema = { type: 'object', title: null, required: null, properties: { amount } };
    const proposed = { amount: null };
    const { decision_id, ...asked } = await request(agent, { answer_schema, proposed, action: null });
    const properties = { amount: { type: 'number', maximum: 9 } };
    expect(asked).toMatchObject({
      answer_schema: { type: 'object', properties },
      proposed: {},
      action: null,
    });
    const answered = { status: 'approved', answer: { amount: null }, note: null, always_allow: null };
    expect(await resolve(bench.person, decision_id, answered)).toMatchObject({ answer: {} });
  });

  it('is answered by what was filled in: in the event, wherever it is read, and where it is asked again', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const { decision_id } = await request(agent, ask({ key: 'offer', proposed: PROPOSED }));
    const answered = await resolve(bench.person, decision_id, { status: 'approved', answer: ANSWER });
    expect(answered).toMatchObject({ status: 'approved', answer: ANSWER, resolved_by: { kind: 'user' } });
    const frame = await resolved(socket, decision_id);
    expect(frame).toMatchObject({ status: 'approved', answer: ANSWER, always_allow: false });
    expect(await readOwn(agent, decision_id)).toEqual(answered);
    const again = await postRequest(agent, {
      ...{ title: 'Other?', key: 'offer' },
      answer_schema: { type: 'object', properties: { other: { type: 'boolean' } } },
    });
    expectAnswer('requestDecision', again, 200);
    expect(again.body).toEqual(answered);
  });

  it('has an answer that is null if it is not approved', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    for (const status of ['rejected', 'dismissed']) {
      const { decision_id } = await request(agent, ask({ proposed: PROPOSED }));
      expect(await resolve(bench.person, decision_id, { status })).toMatchObject({ status, answer: null });
      expect(await resolved(socket, decision_id)).toMatchObject({ status, answer: null });
    }
    const { decision_id } = await request(agent, ask());
    await cancel(agent, decision_id);
    expect(await readOwn(agent, decision_id)).toMatchObject({ answer: null, resolved_by: { kind: 'agent' } });
  });

  it('that expires, or whose card is removed, ends with an event whose answer is null', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const expiring = await request(agent, ask({ expires_in_seconds: 1 }));
    const removed = await request(agent, ask());
    const [card] = await bench.person.history(removed.conversation_id);
    await bench.person.call(`/messages/${card?.id}`, { method: 'DELETE' });
    for (const { decision_id } of [removed, expiring])
      expect(await resolved(socket, decision_id)).toMatchObject({ status: 'dismissed', answer: null });
    expect(await readOwn(agent, expiring.decision_id)).toMatchObject({
      answer: null,
      resolved_by: { kind: 'expiry' },
    });
  });

  it('is approved without an answer only if no field is required, and the answer is then empty', async () => {
    const agent = await bench.person.createAgent();
    const strict = await request(agent, ask({ proposed: PROPOSED }));
    expectInvalidField(
      await postAnswer(bench.person, strict.decision_id, { status: 'approved' }),
      'body.answer',
    );
    const loose = await request(agent, { answer_schema: { ...FORM, required: [] } });
    expect(loose.answer_schema).not.toHaveProperty('required');
    expect(await resolve(bench.person, loose.decision_id)).toMatchObject({ answer: {} });
  });

  it('takes the same answer again, in any order, and refuses another', async () => {
    const agent = await bench.person.createAgent();
    const { decision_id } = await request(agent, ask());
    const first = await resolve(bench.person, decision_id, { status: 'approved', answer: ANSWER });
    const reversed = Object.fromEntries(Object.entries(ANSWER).reverse());
    expect(await resolve(bench.person, decision_id, { status: 'approved', answer: reversed })).toEqual(first);
    const other = { status: 'approved', answer: { ...ANSWER, amount: 1 } };
    expectRefusal(await postAnswer(bench.person, decision_id, other), 409, 'The request is approved already');
    expect(await readOwn(agent, decision_id)).toEqual(first);
  });

  it('is answered once by many different answers at one instant', async () => {
    const agent = await bench.person.createAgent();
    const { decision_id } = await request(agent, ask());
    const amounts = [1, 2, 3, 4, 5, 6];
    const ends = await Promise.all(
      amounts.map((amount) =>
        postAnswer(bench.person, decision_id, { status: 'approved', answer: { ...ANSWER, amount } }),
      ),
    );
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const amount = amounts[ends.findIndex(({ status }) => status === 200)];
    expect(await readOwn(agent, decision_id)).toMatchObject({ answer: { ...ANSWER, amount } });
    expect(await bench.person.events(agent.agentId)).toHaveLength(1);
  });
});

describe('A rule and a form', () => {
  it('go together only for exactly what the agent has proposed, defaults included', async () => {
    const agent = await bench.person.createAgent();
    const { decision_id } = await request(agent, ask({ action: ACTION, proposed: PROPOSED }));
    const always = { status: 'approved', always_allow: true };
    const edited = { ...PROPOSED, amount: 1, copies: 1, tone: 'friendly' };
    for (const answer of [edited, PROPOSED])
      expectInvalidField(
        await postAnswer(bench.person, decision_id, { ...always, answer }),
        'body.always_allow',
      );
    expect((await bench.person.call(`/decision-rules?agent_id=${agent.agentId}`)).body).toEqual([]);
    const answer = { ...edited, amount: PROPOSED.amount };
    expect(await resolve(bench.person, decision_id, { ...always, answer })).toMatchObject({
      always_allow: true,
    });
  });

  it('do not go together where the agent has proposed nothing', async () => {
    const agent = await bench.person.createAgent();
    const { decision_id } = await request(agent, ask({ action: ACTION }));
    const answer = { status: 'approved', always_allow: true, answer: ANSWER };
    expectInvalidField(await postAnswer(bench.person, decision_id, answer), 'body.always_allow');
  });

  it('approve at once what is proposed if it fills in the form, else the user is asked', async () => {
    const agent = await bench.person.createAgent();
    const first = await request(agent, { action: ACTION });
    await resolve(bench.person, first.decision_id, { status: 'approved', always_allow: true });
    const [rule] = (await bench.person.call(`/decision-rules?agent_id=${agent.agentId}`)).body as {
      rule_id: string;
    }[];
    const socket = await bench.connect(agent);
    const answer = { to: 'ada@example.com', amount: 1_200, copies: 1, tone: 'friendly' };
    const approved = await request(agent, ask({ action: ACTION, proposed: PROPOSED }));
    expect(approved).toMatchObject({
      ...{ status: 'approved', resolution_reason: 'rule', proposed: PROPOSED, answer },
      resolved_by: { kind: 'rule', rule_id: rule?.rule_id },
    });
    expect(await resolved(socket, approved.decision_id)).toMatchObject({ answer, always_allow: true });
    for (const body of [ask({ proposed: { amount: 3 } }), ask(), ask({ proposed: {} })])
      expect(await request(agent, { ...body, action: ACTION })).toMatchObject({ status: 'pending' });
  });
});

describe('A decision without a form', () => {
  it('has nothing of forms in any shape, and takes no answer', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const { decision_id } = await request(agent);
    expectInvalidField(
      await postAnswer(bench.person, decision_id, { status: 'approved', answer: { a: 1 } }),
      'body.answer',
    );
    const shapes = [await resolve(bench.person, decision_id), await readOwn(agent, decision_id)];
    for (const shape of [...shapes, await resolved(socket, decision_id)])
      for (const field of ['answer_schema', 'proposed', 'answer']) expect(shape).not.toHaveProperty(field);
    expect(Object.keys(await resolved(socket, decision_id))).toEqual([
      ...['type', 'decision_id', 'status', 'note', 'conversation_id', 'always_allow', 'always_allow_pattern'],
    ]);
  });
});

describe('Who has ended a decision', () => {
  it('is a program by its API key, which the user sees and the agent does not', async () => {
    const agent = await bench.person.createAgent();
    const made = await bench.person.call('/account/keys', {
      body: { name: 'Night shift', scopes: ['decisions'], expires_in_seconds: 600 },
    });
    const { key_id, secret } = made.body as { key_id: string; secret: string };
    const program = bench.person.at(baseUrl, secret);
    const { decision_id } = await request(agent);
    const answered = await resolve(program, decision_id);
    expect(answered.resolved_by).toEqual({ kind: 'user', key_id, key_name: 'Night shift' });
    expect((await readOwn(agent, decision_id)).resolved_by).toEqual({ kind: 'user' });
  });

  it('is the agent by its key, which both see', async () => {
    const agent = await bench.person.createAgent();
    const { key_id, secret } = await bench.person.createKey(agent.agentId, {
      name: 'Worker',
      scopes: ['decisions'],
    });
    const { decision_id } = await request(agent);
    const cancelled = await cancel(agent.withSecret(secret), decision_id);
    expectAnswer('cancelDecision', cancelled, 200);
    const by = { kind: 'agent', key_id, key_name: 'Worker' };
    expect(cancelled.body).toMatchObject({ resolved_by: by });
    expect((await bench.person.call(`/decisions/${decision_id}`)).body).toMatchObject({ resolved_by: by });
  });

  it('is nobody as long as it is open', async () => {
    const agent = await bench.person.createAgent();
    expect(await request(agent)).not.toHaveProperty('resolved_by');
  });
});
