import { bodyOf, expectRefusal, expectInvalidField } from './answers.js';
import { useProduct } from './product-under-test.js';

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
    const asked = await agent.ask(ask({ proposed: PROPOSED }));
    expect(asked).toMatchObject({ status: 'pending', proposed: PROPOSED, answer: null });
    expect(JSON.stringify(asked.answer_schema)).toBe(JSON.stringify(FORM));
    expect(await agent.decision(asked.decision_id)).toEqual(asked);
    const lists = [
      await agent.call('/api/agent/decisions'),
      await bench.person.call(`/decisions?agent_id=${agent.agentId}`),
    ];
    for (const { body } of lists) expect(body).toEqual([asked]);
  });

  it('may have null for whatever the form, the proposal and the answer may leave out', async () => {
    const agent = await bench.person.createAgent();
    const amount = { type: 'number', title: null, minimum: null, maximum: 9, default: null };
    const answer_schema = { type: 'object', title: null, required: null, properties: { amount } };
    const { decision_id, ...asked } = await agent.ask({ answer_schema, proposed: { amount: null } });
    const properties = { amount: { type: 'number', maximum: 9 } };
    expect(asked).toMatchObject({ answer_schema: { type: 'object', properties }, proposed: {} });
    const answered = { status: 'approved', answer: { amount: null }, note: null, always_allow: null };
    expect(await bench.person.resolve(decision_id, answered)).toMatchObject({ answer: {} });
  });

  it('is answered by what was filled in: in the event, to who reads, and to who asks again', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const { decision_id } = await agent.ask(ask({ key: 'offer', proposed: PROPOSED }));
    const answered = await bench.person.resolve(decision_id, { status: 'approved', answer: ANSWER });
    expect(answered).toMatchObject({ status: 'approved', answer: ANSWER, resolved_by: { kind: 'user' } });
    const frame = await socket.decisionResolved(decision_id);
    expect(frame).toMatchObject({ status: 'approved', answer: ANSWER, always_allow: false });
    expect(await agent.decision(decision_id)).toEqual(answered);
    const again = await bodyOf(
      'requestDecision',
      agent.postQuestion({
        ...{ title: 'Other?', key: 'offer' },
        answer_schema: { type: 'object', properties: { other: { type: 'boolean' } } },
      }),
    );
    expect(again).toEqual(answered);
  });

  it('has an answer that is null if it is not approved, withdrawn, over or removed', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const none = { answer: null };
    const { decision_id } = await agent.ask(ask({ proposed: PROPOSED }));
    expect(await bench.person.resolve(decision_id, { status: 'rejected' })).toMatchObject(none);
    expect(await socket.decisionResolved(decision_id)).toMatchObject(none);
    const withdrawn = await agent.ask(ask());
    expect((await agent.withdraw(withdrawn.decision_id)).body).toMatchObject(none);
    const expiring = await agent.ask(ask({ expires_in_seconds: 1 }));
    const removed = await agent.ask(ask());
    const [card] = await bench.person.history(removed.conversation_id);
    await bench.person.call(`/messages/${card?.id}`, { method: 'DELETE' });
    for (const ended of [removed, expiring])
      expect(await socket.decisionResolved(ended.decision_id)).toMatchObject({
        status: 'dismissed',
        ...none,
      });
  });

  it('is approved without an answer only if no field is required, and the answer is then empty', async () => {
    const agent = await bench.person.createAgent();
    const strict = await agent.ask(ask({ proposed: PROPOSED }));
    const answer = await bench.person.postAnswer(strict.decision_id, { status: 'approved' });
    expectInvalidField(answer, 'body.answer');
    const loose = await agent.ask({ answer_schema: { ...FORM, required: [] } });
    expect(loose.answer_schema).not.toHaveProperty('required');
    expect(await bench.person.resolve(loose.decision_id)).toMatchObject({ answer: {} });
  });

  it('takes the same answer again, in any order, and one of many different ones at one instant', async () => {
    const { agent, decision_id } = await bench.askingAgent(ask());
    const give = (answer: object) => bench.person.postAnswer(decision_id, { status: 'approved', answer });
    const amounts = [1, 2, 3, 4, 5, 6];
    const ends = await Promise.all(amounts.map((amount) => give({ ...ANSWER, amount })));
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const taken = ends.findIndex(({ status }) => status === 200);
    const answer = { ...ANSWER, amount: amounts[taken] };
    expect(await agent.decision(decision_id)).toMatchObject({ answer });
    const again = await give(Object.fromEntries(Object.entries(answer).reverse()));
    expect(again).toMatchObject({ status: 200, body: ends[taken]?.body });
    expectRefusal(await give({ ...ANSWER, amount: 7 }), 409, 'The request is approved already');
    expect(await bench.person.events(agent.agentId)).toHaveLength(1);
  });
});

describe('A rule and a form', () => {
  it('go together only for exactly what the agent has proposed, defaults included', async () => {
    const { agent, decision_id } = await bench.askingAgent(ask({ action: ACTION, proposed: PROPOSED }));
    const unproposed = await agent.ask(ask({ action: ACTION }));
    const always = { status: 'approved', always_allow: true };
    const edited = { ...PROPOSED, amount: 1, copies: 1, tone: 'friendly' };
    for (const [id, answer] of [
      [decision_id, edited],
      [decision_id, PROPOSED],
      [unproposed.decision_id, ANSWER],
    ] as const)
      expectInvalidField(await bench.person.postAnswer(id, { ...always, answer }), 'body.always_allow');
    expect((await bench.person.call(`/decision-rules?agent_id=${agent.agentId}`)).body).toEqual([]);
    const answer = { ...edited, amount: PROPOSED.amount };
    await bench.person.resolve(decision_id, { ...always, answer });
  });

  it('approve at once what is proposed if it fills in the form, else the user is asked', async () => {
    const agent = await bench.person.createAgent();
    const first = await agent.ask({ action: ACTION });
    await bench.person.resolve(first.decision_id, { status: 'approved', always_allow: true });
    const { body: rules } = await bench.person.call(`/decision-rules?agent_id=${agent.agentId}`);
    const [rule] = rules as { rule_id: string }[];
    const socket = await bench.connect(agent);
    const answer = { to: 'ada@example.com', amount: 1_200, copies: 1, tone: 'friendly' };
    const approved = await agent.ask(ask({ action: ACTION, proposed: PROPOSED }));
    expect(approved).toMatchObject({
      ...{ status: 'approved', resolution_reason: 'rule', proposed: PROPOSED, answer },
      resolved_by: { kind: 'rule', rule_id: rule?.rule_id },
    });
    expect(await socket.decisionResolved(approved.decision_id)).toMatchObject({ answer, always_allow: true });
    for (const body of [ask({ proposed: { amount: 3 } }), ask()])
      expect(await agent.ask({ ...body, action: ACTION })).toMatchObject({ status: 'pending' });
  });
});

describe('A decision without a form', () => {
  it('has nothing of forms in any shape, and takes no answer', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const { decision_id } = await agent.ask();
    const filled = await bench.person.postAnswer(decision_id, { status: 'approved', answer: { a: 1 } });
    expectInvalidField(filled, 'body.answer');
    const shapes = [await bench.person.resolve(decision_id), await agent.decision(decision_id)];
    for (const shape of [...shapes, await socket.decisionResolved(decision_id)])
      for (const field of ['answer_schema', 'proposed', 'answer']) expect(shape).not.toHaveProperty(field);
  });
});

const TEXT = { type: 'string' };
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, TEXT]));
const form = (properties: unknown, more: object = {}) => ({ type: 'object', properties, ...more });
const proto = (json: string): unknown => JSON.parse(json);

/** Schemas, by the field that the refusal names, below `body.answer_schema`. */
const BAD_SCHEMAS: readonly [path: string, schema: unknown][] = [
  ['.type', form({ a: TEXT }, { type: 'array' })],
  ['.properties', form({})],
  ['.properties', form(many(21))],
  ['.additionalProperties', form({ a: TEXT }, { additionalProperties: true })],
  ['.required.0', form({ a: TEXT }, { required: ['b'] })],
  ['.properties.a.type', form({ a: { type: 'object' } })],
  ['.properties.a.type', form({ a: { type: ['string', 'null'] } })],
  ['.properties.a.pattern', form({ a: { ...TEXT, pattern: '(a+)+$' } })],
  ['.properties.a.$ref', form({ a: { ...TEXT, $ref: '#' } })],
  ['.properties.a.format', form({ a: { ...TEXT, format: 'regex' } })],
  ['.properties.a.enum.0', form({ a: { ...TEXT, enum: [1] } })],
  ['.properties.a.maxLength', form({ a: { ...TEXT, maxLength: 4_001 } })],
  ['.properties.a.maximum', form({ a: { type: 'number', minimum: 2, maximum: 1 } })],
  ['.properties.a.default', form({ a: { ...TEXT, format: 'date', default: '2026-02-30' } })],
  ['.properties.__proto__', proto('{"type":"object","properties":{"__proto__":{"type":"string"}}}')],
  ['.properties.a.b', form({ 'a.b': TEXT })],
];

/** The same for what is filled in. */
const BAD_VALUES: readonly [path: string, values: unknown][] = [
  ['', many(21)],
  ['.amount', { amount: '5' }],
  ['.amount', { amount: 5_001 }],
  ['.to', { to: 'a\u0000b' }],
  ['.valid_until', { valid_until: '2026-02-30' }],
  ['.other', { other: 1 }],
  ['.__proto__', proto('{"__proto__":1}')],
];

describe('Bad input to forms', () => {
  it('is 422 and names the field, in a form, a proposal and an answer', async () => {
    const { agent, decision_id } = await bench.askingAgent({ answer_schema: FORM });
    for (const [path, answer_schema] of BAD_SCHEMAS)
      expectInvalidField(
        await agent.postQuestion({ title: 'Go?', answer_schema }),
        `body.answer_schema${path}`,
      );
    for (const [path, values] of BAD_VALUES)
      expectInvalidField(await agent.postQuestion(ask({ proposed: values })), `body.proposed${path}`);
    for (const [path, values] of [...BAD_VALUES, ['.to', { amount: 1 }] as const]) {
      const answer = { status: 'approved', answer: values };
      expectInvalidField(await bench.person.postAnswer(decision_id, answer), `body.answer${path}`);
    }
    const unasked = await agent.postQuestion({ title: 'Go?', proposed: { a: 1 } });
    expectInvalidField(unasked, 'body.proposed');
    const refused = { status: 'rejected', answer: ANSWER };
    expectInvalidField(await bench.person.postAnswer(decision_id, refused), 'body.answer');
    // JSON can write numbers that are beyond all bounds.
    const infinite = '{"status":"approved","answer":{"to":"ada","amount":1e999}}';
    expectRefusal(await bench.person.postAnswer(decision_id, infinite), 422);
    expect((await agent.call('/api/agent/decisions')).body).toHaveLength(1);
    expect(await agent.decision(decision_id)).toMatchObject({ status: 'pending', answer: null });
  });
});
