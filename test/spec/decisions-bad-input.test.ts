/** @any-shape The gateway alone refuses, by the contract. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { expectInvalidField, expectRefusal } from './answers.js';
import { postAnswer, postRequest, readOwn, request } from './decision-calls.js';
import { useProduct } from './product-under-test.js';

const WRONG_TYPES: readonly unknown[] = [1, true, {}, [], ['x']];
const BAD_PATTERNS = [
  '',
  'x'.repeat(1_001),
  'c:\\temp',
  'x\\',
  'a\u0000b*',
  'd*\u115F',
  // The blank of half a hieroglyph.
  'd*\u{13442}',
  '*\u2066y',
  'de*o'.repeat(11),
];

const REQUEST: Record<string, readonly unknown[]> = {
  title: [undefined, null, '', ' \n', 'x'.repeat(201), 'a\u0000b'],
  description: ['x'.repeat(4_001), 'a\u0000b'],
  // An isolate, a filler, a joiner, a tag, a line end that goes back: what is approved is what is seen.
  action: [
    '',
    '  ',
    'x'.repeat(501),
    'a\u0000b',
    'a\u2067b\u2069',
    'a\u115F',
    'a\u200Cb',
    'a\u{E0073}',
    'a\rb',
  ],
  conversation_id: ['', 'x', 'conv_', 'conv_\u0000', `conv_${'0'.repeat(300)}`],
  task_run_id: ['', 'x', `run_${'0'.repeat(300)}`],
  suggested_pattern: [...BAD_PATTERNS, 'something else'],
  expires_in_seconds: [0, -1, 1.5, 2_592_001, '60', 1e300],
};

const ANSWER: Record<string, readonly unknown[]> = {
  status: [undefined, null, '', 'pending', 'cancelled', 'APPROVED'],
  note: ['x'.repeat(2_001), 'a\u0000b'],
  always_allow: ['yes', 0],
  always_allow_pattern: [...BAD_PATTERNS, 'something else'],
  confirm_broad: ['yes', 0],
};

const PREVIEW: Record<string, readonly unknown[]> = {
  agent_id: [undefined, null, '', 'x', `agt_${'0'.repeat(300)}`],
  pattern: [undefined, null, ...BAD_PATTERNS],
};

describe('Bad input to decisions', () => {
  const bench = useProduct();
  let agent: AgentClient;
  let decisionId: string;

  beforeAll(async () => {
    agent = await bench.person.createAgent();
    decisionId = (await request(agent, { action: 'deploy' })).decision_id;
  });

  async function expectRefused(
    field: string,
    bad: readonly unknown[],
    ask: (value: unknown) => Promise<HttpAnswer>,
  ): Promise<void> {
    const taken = (value: unknown) =>
      (['always_allow', 'confirm_broad'].includes(field) && value === true) ||
      (field === 'expires_in_seconds' && value === 1);
    for (const value of [...bad, ...WRONG_TYPES.filter((wrong) => !taken(wrong))]) {
      expectInvalidField(await ask(value), `body.${field}`);
    }
    expect((await agent.call('/api/agent/decisions')).body).toHaveLength(1);
    expect(await readOwn(agent, decisionId)).toMatchObject({ status: 'pending' });
    expect((await bench.person.call('/decision-rules')).body).toEqual([]);
  }

  it.each(Object.keys(REQUEST))('is 422 and names the field, for every bad %s of a request', (field) =>
    expectRefused(field, REQUEST[field] ?? [], (value) =>
      postRequest(agent, { title: 'Go?', action: 'deploy', [field]: value }),
    ),
  );

  it.each(Object.keys(ANSWER))('is 422 and names the field, for every bad %s of an answer', (field) =>
    expectRefused(field, ANSWER[field] ?? [], (value) =>
      postAnswer(bench.person, decisionId, { status: 'approved', always_allow: true, [field]: value }),
    ),
  );

  it.each(Object.keys(PREVIEW))('is 422 and names the field, for every bad %s of a preview', (field) =>
    expectRefused(field, PREVIEW[field] ?? [], (value) =>
      bench.person.call('/decision-rules/preview', {
        body: { agent_id: agent.agentId, pattern: '*', [field]: value },
      }),
    ),
  );

  it('is 422 for a suggested pattern without an action', async () => {
    const answer = await postRequest(agent, { title: 'Go?', suggested_pattern: '*' });
    expectInvalidField(answer, 'body.suggested_pattern');
  });

  it('is 422 where the body is no object, and 400 where it is no JSON', async () => {
    for (const body of ['[]', '"text"', '1', 'null']) {
      expectRefusal(await postRequest(agent, body), 422);
      expectRefusal(await postAnswer(bench.person, decisionId, body), 422);
    }
    expectRefusal(await postRequest(agent, '{'), 400, 'Malformed JSON');
    expectRefusal(await postAnswer(bench.person, decisionId, '{'), 400, 'Malformed JSON');
  });

  it('is 422 for queries that are none', async () => {
    for (const query of [
      'status=open',
      'limit=0',
      'limit=101',
      'cursor=x',
      'status=pending&status=approved',
    ]) {
      const field = `query.${query.split('=', 1)[0]}`;
      expectInvalidField(await agent.call(`/api/agent/decisions?${query}`), field);
      expectInvalidField(await bench.person.call(`/decisions?${query}`), field);
    }
    expectInvalidField(await bench.person.call('/decisions?agent_id=x'), 'query.agent_id');
    expectInvalidField(await bench.person.call('/decision-rules?agent_id=x'), 'query.agent_id');
    expectInvalidField(await bench.person.call('/decision-rules?cursor=x'), 'query.cursor');
  });

  it('is 404 for ids that name nothing, or cannot', async () => {
    for (const id of ['x', `dec_${'0'.repeat(32)}`, 'dec_%00', "dec_'--", `dec_${'0'.repeat(500)}`]) {
      expectRefusal(await agent.call(`/api/agent/decisions/${id}`), 404, 'Not found');
      expectRefusal(
        await agent.call(`/api/agent/decisions/${id}/cancel`, { method: 'POST' }),
        404,
        'Not found',
      );
      expectRefusal(await bench.person.call(`/decisions/${id}`), 404, 'Not found');
      expectRefusal(await postAnswer(bench.person, id, { status: 'approved' }), 404, 'Not found');
      expectRefusal(await bench.person.call(`/decision-rules/${id}`, { method: 'DELETE' }), 404, 'Not found');
    }
  });

  it('is 401 without credentials', async () => {
    const headers = { 'x-svc-secret': `svc_${'0'.repeat(40)}` };
    expectRefusal(await agent.call('/api/agent/decisions', { headers }), 401);
    expectRefusal(await bench.person.call('/decisions', { headers: { authorization: 'Bearer x' } }), 401);
  });
});
