/** @any-shape The gateway alone refuses, by the contract. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { base64, httpCall, Person, tinyPng } from '@svc/testkit';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { expectAnswer, expectInvalidField, expectRefusal } from './answers.js';
import { baseUrl, useProduct } from './product-under-test.js';

const WRONG_TYPES: readonly unknown[] = [1, true, {}, [], ['x']];
const NO_OBJECTS = ['[]', '"text"', '1', 'true', 'null'];

/** Every field of every call that has a body, and what is none of its values beside the wrong types. */
const DOORS: { call: string; valid: Record<string, unknown>; fields: Record<string, readonly unknown[]> }[] =
  [
    {
      call: 'POST /api/agent/events',
      valid: { type: 'message', text: 'x' },
      fields: {
        type: ['', 'mail', null, undefined],
        text: ['', 'x'.repeat(32_769), 'a\u0000b'],
        image_base64: ['%%%'],
        conversation_id: ['', 'x', 'conv_', 'conv_\u0000', `conv_${'0'.repeat(300)}`],
        report_title: ['x'.repeat(201), 'a\u0000b'],
        report_description: ['x'.repeat(1_001), 'a\u0000b'],
        task_run_id: ['', 'x', `run_${'0'.repeat(300)}`],
      },
    },
    {
      call: 'POST /api/client/agents',
      valid: { agent_name: 'x', kind: 'interactive' },
      fields: {
        agent_name: ['', ' ', 'x'.repeat(101), 'a\u0000b', null, undefined],
        kind: ['', 'robot', null, undefined],
        webhook_url: ['', 'x', 'ftp://example.org/', `http://127.0.0.1/${'x'.repeat(3_000)}`],
      },
    },
    {
      call: 'PATCH /api/client/agents/{agent_id}',
      valid: {},
      fields: {
        agent_name: ['', ' ', 'x'.repeat(101), 'a\u0000b'],
        webhook_url: ['', 'x', 'file:///etc/passwd'],
        push_triggers_to_webhook: ['yes', 0],
        features: ['run_cancelled', ['clairvoyance'], ['run_cancelled', 'run_cancelled']],
      },
    },
    {
      call: 'POST /api/client/agents/{agent_id}/secret/rotate',
      valid: {},
      fields: { grace_period_seconds: [-1, 86_401, 0.5, '1'] },
    },
    {
      call: 'POST /api/client/agents/{agent_id}/messages',
      valid: { text: 'x' },
      fields: {
        text: ['', 'x'.repeat(32_769), 'a\u0000b'],
        conversation_id: ['', 'x', 'conv_\u0000', `conv_${'0'.repeat(300)}`],
        images: ['x', [1], [null], [{}], ['%%%'], Array<string>(11).fill(base64(tinyPng()))],
        audio_base64: ['%%%', base64(tinyPng())],
      },
    },
  ];

/** Values of a wrong type that a field takes nevertheless. */
const TAKEN: Record<string, readonly unknown[]> = {
  push_triggers_to_webhook: [true],
  grace_period_seconds: [1],
  images: [],
};

describe('Bad input over HTTP', () => {
  const bench = useProduct();
  let agent: AgentClient;

  beforeAll(async () => {
    agent = await bench.person.createAgent({ agent_name: 'Unharmed' });
  });

  function ask(call: string, body: unknown): Promise<HttpAnswer> {
    const [method = '', template = ''] = call.split(' ');
    const path = template.replace('{agent_id}', agent.agentId);
    if (path.startsWith('/api/agent/')) return agent.call(path, { method, body });
    return bench.person.call(path.replace('/api/client', ''), { method, body });
  }

  async function expectNothingStored(): Promise<void> {
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
    expect(await bench.person.events(agent.agentId)).toEqual([]);
    expect(await bench.person.agent(agent.agentId)).toMatchObject({
      agent_name: 'Unharmed',
      webhook_url: null,
    });
    expect((await agent.call('/api/agent/me')).status).toBe(200);
    expect((await bench.person.call('/agents')).body).toHaveLength(1);
  }

  describe.each(DOORS)('at $call', ({ call, valid, fields }) => {
    it.each(Object.keys(fields))('is 422 and names the field, for every bad value of %s', async (field) => {
      const wrong = WRONG_TYPES.filter((value) => !(TAKEN[field] ?? []).includes(value));
      // An empty list of images beside a text is no image at all, and one of features turns all off, which is fine.
      const values = [...(fields[field] ?? []), ...wrong].filter(
        (value) => !(['features', 'images'].includes(field) && isEmptyList(value)),
      );
      for (const value of values) {
        const answer = await ask(call, { ...valid, [field]: value });
        expectRefusal(answer, 422);
        const { errors } = answer.body as { errors: { path: string }[] };
        expect({ value, paths: errors.map(({ path }) => path) }).toEqual({
          value,
          paths: expect.arrayContaining([expect.stringMatching(new RegExp(`^body\\.${field}(\\.\\d+)?$`))]),
        });
      }
      await expectNothingStored();
    });

    it('is 422 where the body is no object, and 400 where it is no JSON', async () => {
      for (const body of NO_OBJECTS) expectRefusal(await ask(call, body), 422);
      for (const body of ['{', 'x', '{"a":1}}', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])]) {
        expectRefusal(await ask(call, body), 400, 'Malformed JSON');
      }
      await expectNothingStored();
    });

    it('is refused where the JSON is nested without end', async () => {
      const [field = ''] = Object.keys(fields);
      const depth = 20_000;
      const body = `{"${field}":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`;
      expectRefusal(await ask(call, body), 422);
      await expectNothingStored();
    });
  });

  it('is 404 for ids in the path that name nothing, or cannot', async () => {
    const ids = [
      'x',
      `agt_${'0'.repeat(32)}`,
      'agt_%00',
      '..%2f..',
      "agt_'--",
      `agt_${'0'.repeat(500)}`,
      '%F0%9F',
    ];
    for (const id of ids) {
      expectRefusal(await bench.person.call(`/agents/${id}`), 404, 'Not found');
      expectRefusal(await bench.person.call(`/agents/${id}/events`), 404, 'Not found');
      expectRefusal(
        await bench.person.call(`/agents/${id}/messages`, { body: { text: 'x' } }),
        404,
        'Not found',
      );
      expectRefusal(await bench.person.call(`/conversations/${id}/messages`), 404, 'Not found');
      expectRefusal(await agent.readHistory(id), 404, 'Not found');
    }
  });

  it('is 422 for queries that are none', async () => {
    expectInvalidField(await bench.person.call('/conversations?agent_id=x'), 'query.agent_id');
    expectInvalidField(await bench.person.call(`/agents/${agent.agentId}/events?limit=0`), 'query.limit');
    expectInvalidField(
      await bench.person.call(`/agents/${agent.agentId}/events?limit=1&limit=2`),
      'query.limit',
    );
  });

  it('is 404 for a conversation of another user, and nothing is stored there', async () => {
    const stranger = await Person.signUp(baseUrl);
    const theirs = await stranger.createAgent();
    const { conversation_id } = await stranger.send(theirs.agentId, 'Private');
    expectRefusal(await agent.post({ text: 'x', conversation_id }), 404, 'Not found');
    expectRefusal(await bench.person.call(`/conversations/${conversation_id}/messages`), 404, 'Not found');
    expect(await stranger.history(conversation_id)).toHaveLength(1);
    await expectNothingStored();
  });

  it('is refused at sign-up for every field', async () => {
    const valid = { name: 'Ada', email: 'ada.bad.input@example.org', password: 'correct horse battery' };
    const bad: Record<string, readonly unknown[]> = {
      name: [...WRONG_TYPES, undefined, 'x'.repeat(201), 'a\u0000b'],
      email: [...WRONG_TYPES, undefined, '', 'x', `${'x'.repeat(400)}@example.org`, 'a\u0000b@example.org'],
      password: [...WRONG_TYPES, undefined, '', 'short', 'x'.repeat(129)],
    };
    for (const [field, values] of Object.entries(bad)) {
      for (const value of [...values, null]) {
        const answer = await httpCall(`${baseUrl}/api/auth/sign-up/email`, {
          body: { ...valid, [field]: value },
        });
        expect({ field, value, status: answer.status }).toEqual({ field, value, status: 422 });
        expect(answer.body).toMatchObject({ detail: expect.any(String) });
      }
    }
    expectRefusal(await httpCall(`${baseUrl}/api/auth/sign-up/email`, { body: '{' }), 400, 'Malformed JSON');
    expect((await httpCall(`${baseUrl}/api/auth/sign-up/email`, { body: valid })).status).toBe(200);
  });

  it('leaves the service as it was', async () => {
    await expectNothingStored();
    expectAnswer('sendAgentMessage', await agent.post({ text: 'Fine' }), 200);
    expect((await httpCall(`${baseUrl}/health/ready`)).status).toBe(200);
  });
});

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
