/** @any-shape The gateway alone refuses, by the contract and by the form. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { expectInvalidField, expectRefusal } from './answers.js';
import { postAnswer, postRequest, readOwn, request } from './decision-calls.js';
import { useProduct } from './product-under-test.js';

const TEXT = { type: 'string' };
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, TEXT]));
const form = (properties: unknown, more: object = {}) => ({ type: 'object', properties, ...more });

/** Schemas, by the field that the refusal names, below `body.answer_schema`. */
const SCHEMAS: readonly [path: string, schema: unknown][] = [
  ['', 'object'],
  ['', []],
  ['.type', form({ a: TEXT }, { type: 'array' })],
  ['.properties', { type: 'object' }],
  ['.properties', form({})],
  ['.properties', form(many(21))],
  ['.$schema', form({ a: TEXT }, { $schema: 'https://json-schema.org/draft/2020-12/schema' })],
  ['.additionalProperties', form({ a: TEXT }, { additionalProperties: true })],
  ['.title', form({ a: TEXT }, { title: '' })],
  ['.required.0', form({ a: TEXT }, { required: ['b'] })],
  ['.required', form({ a: TEXT }, { required: ['a', 'a'] })],
  ['.properties.a', form({ a: true })],
  ['.properties.a.type', form({ a: {} })],
  ['.properties.a.type', form({ a: { type: 'object' } })],
  ['.properties.a.type', form({ a: { type: ['string', 'null'] } })],
  ['.properties.a.properties', form({ a: { ...TEXT, properties: {} } })],
  ['.properties.a.pattern', form({ a: { ...TEXT, pattern: '(a+)+$' } })],
  ['.properties.a.$ref', form({ a: { ...TEXT, $ref: '#' } })],
  ['.properties.a.format', form({ a: { ...TEXT, format: 'regex' } })],
  ['.properties.a.enum', form({ a: { ...TEXT, enum: [] } })],
  ['.properties.a.enum.0', form({ a: { ...TEXT, enum: [1] } })],
  ['.properties.a.minLength', form({ a: { ...TEXT, minLength: -1 } })],
  ['.properties.a.maxLength', form({ a: { ...TEXT, maxLength: 4_001 } })],
  ['.properties.a.maximum', form({ a: { type: 'number', minimum: 2, maximum: 1 } })],
  ['.properties.a.default', form({ a: { type: 'integer', default: 'x' } })],
  ['.properties.a.default', form({ a: { ...TEXT, enum: ['x'], default: 'y' } })],
  ['.properties.a.default', form({ a: { ...TEXT, format: 'date', default: '2026-02-30' } })],
  ['.properties.__proto__', JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}')],
  ['.properties.a.b', form({ 'a.b': TEXT })],
  ['.properties.1', form({ 1: TEXT })],
];

const VALUES: readonly [path: string, values: unknown][] = [
  ['', 'x'],
  ['', []],
  ['', many(21)],
  ['.amount', { amount: '5' }],
  ['.amount', { amount: [5] }],
  ['.amount', { amount: 6 }],
  ['.text', { text: 'a\u0000b' }],
  ['.text', { text: 'x'.repeat(4_001) }],
  ['.on', { on: '2026-02-30' }],
  ['.other', { other: 1 }],
  ['.__proto__', JSON.parse('{"__proto__":1}')],
];

const FORM = form(
  {
    amount: { type: 'number', maximum: 5 },
    text: TEXT,
    on: { ...TEXT, format: 'date' },
    sure: { type: 'boolean' },
  },
  { required: ['sure'] },
);

describe('Bad input to forms', () => {
  const bench = useProduct();
  let agent: AgentClient;
  let decisionId: string;

  beforeAll(async () => {
    agent = await bench.person.createAgent();
    decisionId = (await request(agent, { answer_schema: FORM })).decision_id;
  });

  async function expectRefused(
    bad: readonly [path: string, value: unknown][],
    at: string,
    ask: (value: unknown) => Promise<HttpAnswer>,
  ): Promise<void> {
    for (const [path, value] of bad) expectInvalidField(await ask(value), `${at}${path}`);
    expect((await agent.call('/api/agent/decisions')).body).toHaveLength(1);
    expect(await readOwn(agent, decisionId)).toMatchObject({ status: 'pending', answer: null });
  }

  it('is 422 and names the keyword, for every schema that is none of these forms', () =>
    expectRefused(SCHEMAS, 'body.answer_schema', (answer_schema) =>
      postRequest(agent, { title: 'Go?', answer_schema }),
    ));

  it('is 422 and names the field, for every value that does not fit: of a proposal', () =>
    expectRefused(VALUES, 'body.proposed', (proposed) =>
      postRequest(agent, { title: 'Go?', answer_schema: FORM, proposed }),
    ));

  it('is 422 and names the field, for every value that does not fit: of an answer', () =>
    expectRefused([...VALUES, ['.sure', { amount: 1 }]], 'body.answer', (answer) =>
      postAnswer(bench.person, decisionId, { status: 'approved', answer }),
    ));

  it('is 422 for numbers beyond all bounds, which JSON can write', async () => {
    const schema = '{"type":"object","properties":{"a":{"type":"number","minimum":1e999}}}';
    const asked = await postRequest(agent, `{"title":"Go?","answer_schema":${schema}}`);
    expectRefusal(asked, 422);
    const answer = await postAnswer(
      bench.person,
      decisionId,
      '{"status":"approved","answer":{"sure":true,"amount":1e999}}',
    );
    expectRefusal(answer, 422);
  });

  it('is 422 for a proposal without a form, and for an answer to a request that was refused', async () => {
    expectInvalidField(await postRequest(agent, { title: 'Go?', proposed: { a: 1 } }), 'body.proposed');
    for (const status of ['rejected', 'dismissed'])
      expectInvalidField(
        await postAnswer(bench.person, decisionId, { status, answer: { sure: true } }),
        'body.answer',
      );
  });
});
