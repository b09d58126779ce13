import type { Schema } from '@svc/http-contract';
import { base64, httpCall, pngOf, tinyPng } from '@svc/testkit';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { expectInvalidField, expectRefusal } from './answers.js';
import { addressOf, CALLS, inGroups } from './described-calls.js';
import type { DescribedCall, IdParameter } from './described-calls.js';
import { furnishAgent } from './household.js';
import { baseUrl, useProduct } from './product-under-test.js';

const bench = useProduct();

/** Longer texts are refused as a whole body is. */
const TESTED_LENGTH_MAX = 40_000;

const OF_TYPE = { integer: 1, number: 1.5, boolean: true, object: {}, array: ['x'], string: 'x' };
const NO_INSTANTS = [
  ...['soon', '2037-01-01', '2026-06-31T09:30:00Z', '2026-03-02T09:30:60Z', '2026-03-02T09:30:00-03'],
  // In UTC, the one is before 1970 and the other after 9999.
  ...['1970-01-01T04:59:59+05:00', '9999-12-31T23:30:00-00:45'],
];
const NO_IDS = ['x', '..%2f..', '%F0%9F', '%00', "agt_'--", `agt_${'0'.repeat(500)}`];

const NUL = 'a\u0000b';
const WORK = { name: 'x', prompt: 'x', schedule: 'event' };
const BAD_TASKS = {
  name: [' \n\t', NUL],
  prompt: [' ', NUL],
  schedule: [
    ...['', 'x', '* * * *', '0 0 0 * * *', '60 * * * *', '0 0 30 2 *', 'EVENT', '@daily', '* * * * *\u0000'],
  ],
  timezone: ['', 'Mars/Base', '+02:00', 'IST', 'x'.repeat(300)],
  run_at: ['2037-13-01T00:00:00Z', '2037-02-30T07:08:09Z'],
  trigger_headers: [['no header']],
};
const BAD_TITLES = ['', ' \n', '\u0007', NUL];
// With a lone backslash, a filler, a direction that is not seen, and too many stars.
const BAD_PATTERNS = ['', 'c:\\temp', 'd*\u115F', '*\u2066y', 'de*o'.repeat(11)];

/** Values that no type or length forbids, by call and field, beside a body that is right. */
const MEANT: Record<string, { valid: object; fields: Record<string, readonly unknown[]> }> = {
  sendAgentMessage: {
    valid: { type: 'message', text: 'x' },
    fields: { text: ['', NUL], image_base64: ['%%%'] },
  },
  createAgent: {
    valid: { agent_name: 'x', kind: 'interactive' },
    fields: {
      agent_name: [' ', NUL],
      webhook_url: ['', 'x', 'ftp://example.org/', `http://127.0.0.1/${'x'.repeat(3_000)}`],
    },
  },
  updateAgent: {
    valid: {},
    fields: {
      agent_name: [' '],
      webhook_url: ['file:///etc/passwd', 'javascript:x'],
      features: [['clairvoyance']],
    },
  },
  sendUserMessage: {
    valid: { text: 'x' },
    fields: { text: [NUL], images: [['%%%']], audio_base64: ['%%%', base64(tinyPng())] },
  },
  createAgentKey: {
    valid: { name: 'x', scopes: ['read'] },
    fields: { name: ['  ', NUL], scopes: [['read', 'read'], ['admin']] },
  },
  createApiKey: {
    valid: { name: 'x', scopes: ['read'], expires_in_seconds: 60 },
    fields: { name: [' '], scopes: [['everything']], expires_in_seconds: [null] },
  },
  beginDeviceLogin: {
    valid: { client_name: 'x', scopes: ['read'] },
    fields: { client_name: [' '], scopes: [['all']] },
  },
  createTask: { valid: WORK, fields: BAD_TASKS },
  updateTask: { valid: {}, fields: BAD_TASKS },
  createAgentTask: { valid: WORK, fields: BAD_TASKS },
  updateAgentTask: { valid: {}, fields: BAD_TASKS },
  completeRun: { valid: { status: 'completed' }, fields: { summary: [NUL] } },
  appendContext: { valid: {}, fields: { text: [NUL] } },
  updateConversation: { valid: {}, fields: { title: BAD_TITLES } },
  titleConversation: { valid: {}, fields: { title: BAD_TITLES } },
  requestDecision: {
    valid: { title: 'Go?', action: 'deploy' },
    fields: {
      title: [' \n', NUL],
      description: [NUL],
      // An isolate, a filler, a joiner, a tag, a line end that goes back: what is approved is what is seen.
      action: ['  ', NUL, 'a\u2067b\u2069', 'a\u115F', 'a\u200Cb', 'a\u{E0073}', 'a\rb'],
      suggested_pattern: [...BAD_PATTERNS, 'something else'],
      key: ['  '],
    },
  },
  resolveDecision: {
    valid: { status: 'approved', always_allow: true },
    fields: {
      ...{ note: [NUL], always_allow_pattern: [...BAD_PATTERNS, 'something else'] },
      always_allow_expires_in_seconds: [59, 31_536_001],
    },
  },
  previewDecisionRule: { valid: { agent_id: 'agt_1' }, fields: { pattern: BAD_PATTERNS } },
};

interface Asked {
  named?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

describe('Bad input', () => {
  const calls = CALLS.filter(({ operationId }) => operationId !== 'callMcp');
  let agent: AgentClient;
  let ids: Partial<Record<IdParameter['kind'], string>>;
  let before: unknown;

  beforeAll(async () => {
    ({ agent, ids } = await furnishAgent(baseUrl, bench.person, 'Unharmed'));
    before = await state();
  });

  function make(call: DescribedCall, { named = {}, query = {}, body }: Asked): Promise<HttpAnswer> {
    const path = addressOf(call, ({ name, kind }) => named[name] ?? ids[kind] ?? `${kind}_0`, query);
    if (call.api === 'agent') return agent.call(path, { method: call.method, body });
    if (call.api === 'public') return httpCall(baseUrl + path, { method: call.method, body });
    return bench.person.call(path.replace('/api/client', ''), { method: call.method, body });
  }

  /** What anything of it would have changed. */
  async function state(): Promise<unknown> {
    const { person } = bench;
    const paths = ['/agents', '/conversations', '/decisions', '/decision-rules', '/account/keys'];
    const of = ['/tasks', '/events', '/keys', '/replays'].map((part) => `/agents/${agent.agentId}${part}`);
    const answers = [...paths, ...of, `/runs/${ids.run}`, `/tasks/${ids.tsk}/runs`].map((path) =>
      person.call(path),
    );
    return (await Promise.all(answers)).map(({ status, body }) => ({ status, body }));
  }

  it('is 422 and names the field, for each type, length and choice that is not allowed', async () => {
    const attempts = calls.flatMap((call) => {
      const { properties = {}, required = [] } = (call.bodySchema ?? {}) as {
        properties?: Record<string, Schema>;
        required?: string[];
      };
      const missing = required.map((name) => ({ call, name, value: undefined as unknown }));
      const bad = Object.entries(properties).flatMap(([name, schema]) =>
        badValues(schema).map((value) => ({ call, name, value })),
      );
      return [...missing, ...bad];
    });
    expect(attempts.length).toBeGreaterThan(400);
    await inGroups(attempts, async ({ call, name, value }) => {
      const body = { ...(call.bodyExample as object | undefined), [name]: value };
      expectNamed({ call: call.operationId, value }, await make(call, { body }), `body.${name}`);
    });
  });

  it('is 422 and names the field, for every value that means nothing', async () => {
    const attempts = Object.entries(MEANT).flatMap(([operationId, { valid, fields }]) =>
      Object.entries(fields).flatMap(([name, values]) =>
        values.map((value) => ({ operationId, name, value, body: { ...valid, [name]: value } })),
      ),
    );
    await inGroups(attempts, async ({ operationId, name, value, body }) => {
      const call = calls.find((each) => each.operationId === operationId) as DescribedCall;
      expectNamed({ call: operationId, value }, await make(call, { body }), `body.${name}`);
    });
  });

  it('is 422 and names the parameter, in every query', async () => {
    const attempts = calls.flatMap((call) =>
      call.parameters
        .filter((parameter) => parameter.in === 'query')
        .flatMap(({ name, schema }) => badTexts(name, schema).map((value) => ({ call, name, value }))),
    );
    expect(attempts.length).toBeGreaterThan(100);
    await inGroups(attempts, async ({ call, name, value }) => {
      const answer = await make(call, { query: { [name]: value }, body: call.bodyExample });
      expectNamed({ call: call.operationId, value }, answer, `query.${name}`);
    });
  });

  it('is 404 for ids in the path that cannot name anything', async () => {
    const attempts = calls.flatMap((call) =>
      call.idParameters
        .filter((parameter) => parameter.in === 'path')
        .flatMap(({ name }) => NO_IDS.map((id) => ({ call, named: { [name]: id } }))),
    );
    await inGroups(attempts, async ({ call, named }) => {
      const answer = await make(call, { named, body: call.bodyExample });
      expect({ call: call.operationId, named, status: answer.status }).toMatchObject({ status: 404 });
      expectRefusal(answer, 404, 'Not found');
    });
  });

  it('is 422 for every field of a sign-up', async () => {
    const valid = { name: 'Ada', email: 'ada.bad.input@example.org', password: 'correct horse battery' };
    const signUp = (body: unknown) => httpCall(`${baseUrl}/api/auth/sign-up/email`, { body });
    const bad: Record<string, readonly unknown[]> = {
      name: ['x'.repeat(201), NUL],
      email: ['', 'x', `${'x'.repeat(400)}@example.org`, 'a\u0000b@example.org'],
      password: ['', 'short', 'x'.repeat(129)],
    };
    for (const [field, values] of Object.entries(bad)) {
      for (const value of [...values, undefined, null, 1, {}, ['x']]) {
        const answer = await signUp({ ...valid, [field]: value });
        const refused = { status: 422, body: { detail: expect.any(String) } };
        expect({ field, value, ...answer }).toMatchObject(refused);
      }
    }
    expectRefusal(await signUp('{'), 400, 'Malformed JSON');
    expect((await signUp(valid)).status).toBe(200);
  });

  it('leaves everything as it was', async () => {
    expect(await state()).toEqual(before);
  });
});

/** The refusal names the field, or a part of it. */
function expectNamed(what: object, answer: HttpAnswer, path: string): void {
  const { errors = [] } = answer.body as { errors?: { path: string }[] };
  const named = errors.map((error) => error.path).find((each) => `${each}.`.startsWith(`${path}.`));
  expect({ ...what, path, status: answer.status, named, errors }).toEqual({
    ...{ ...what, path, status: 422, named: expect.any(String), errors },
  });
  expectInvalidField(answer, named ?? path);
}

/** Values that a schema of the document does not allow. */
function badValues(described: Schema): unknown[] {
  const branches = branchesOf(described);
  const types = branches.flatMap(({ type }) => (type === undefined ? Object.keys(OF_TYPE) : [type].flat()));
  const wrong = Object.entries(OF_TYPE).filter(
    ([type]) => !types.includes(type) && !(type === 'integer' && types.includes('number')),
  );
  const [only, ...others] = branches.filter(({ type }) => type !== 'null');
  if (only === undefined || others.length > 0) return wrong.map(([, value]) => value);
  return [...wrong.map(([, value]) => value), ...outOfBounds(only)];
}

function outOfBounds(schema: Schema): unknown[] {
  const { minLength = 0, maxLength, minimum, maximum, minItems = 0, maxItems } = schema as Bounds;
  const pattern = schema['pattern'] as string | undefined;
  return [
    ...(minLength > 0 ? [''] : []),
    ...(maxLength !== undefined && maxLength < TESTED_LENGTH_MAX ? ['x'.repeat(maxLength + 1)] : []),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(minItems > 0 ? [[]] : []),
    ...(maxItems === undefined ? [] : [Array<string>(maxItems + 1).fill('x')]),
    ...(pattern === undefined ? [] : ['%', ' '].filter((text) => !new RegExp(pattern, 'u').test(text))),
    ...('enum' in schema ? ['none of them'] : []),
    ...(schema['format'] === 'date-time' ? NO_INSTANTS : []),
  ];
}

type Bounds = Record<string, number | undefined>;

/** The same for what stands in a query, where everything is a text. */
function badTexts(name: string, described: Schema): string[] {
  const [schema = {}] = branchesOf(described);
  if (schema['type'] === 'integer') return ['', 'x', '1.5', ...outOfBounds(schema).map(String)];
  const texts = outOfBounds(schema).map(String);
  return ['cursor', 'after'].includes(name) ? ['', 'x', "' OR 1=1", ...texts] : texts;
}

function branchesOf(described: Schema): Schema[] {
  const anyOf = described['anyOf'] as Schema[] | undefined;
  return anyOf === undefined ? [described] : anyOf.flatMap(branchesOf);
}

const MIB = 1024 * 1024;

/** Bodies whose parsing would hold up others: many values, names or levels, under an unknown field. */
describe('A body that is heavy for its size', () => {
  let agent: AgentClient;

  beforeAll(async () => {
    agent = await bench.person.createAgent();
  });

  const send = (unknown: string): Promise<HttpAnswer> =>
    bench.person.postMessage(agent.agentId, `{"text":"x","unknown":${unknown}}`);

  const HEAVY: [string, number, string][] = [
    ['four million empty lists', 413, `[${'[],'.repeat((12 * MIB) / 3)}[]]`],
    ['six thousand names', 413, `{${Array.from({ length: 6_000 }, (_, name) => `"${name}":1`).join()}}`],
    ['a hundred levels', 422, `${'['.repeat(100)}${']'.repeat(100)}`],
    ['a text of 16 megabytes', 413, JSON.stringify('x'.repeat(16 * MIB))],
  ];
  it.each(HEAVY)('is refused from a person: %s', async (_, status, unknown) => {
    expectRefusal(await send(unknown), status);
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
  });

  it('is refused from an agent, over HTTP and over its socket, which stays open', async () => {
    const unknown = Array<number[]>(6_000).fill([]);
    expectRefusal(await agent.post({ text: 'x', unknown }), 413);
    const socket = await bench.connect(agent);
    socket.send({ type: 'message', text: 'x', unknown });
    expect(await socket.frame({ type: 'error' })).toMatchObject({
      detail: 'Body has too many values',
    });
    expect(socket.isOpen).toBe(true);
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
  });

  it('is taken if it is ten images as large as they may be', async () => {
    const images = Array<string>(10).fill(base64(pngOf(5 * MIB)));
    const sent = await bench.person.send(agent.agentId, { text: 'Look', images });
    const [shown] = await bench.person.history(sent.conversation_id);
    expect(shown).toMatchObject({ text: 'Look', image_urls: { length: 10 } });
  });

  it('is taken if its image is written with escaped slashes, as some languages do', async () => {
    const bytes = Buffer.concat([pngOf(MIB), Buffer.alloc(1024, 0xff)]);
    const image = base64(bytes).replaceAll('/', '\\/');
    const answer = await bench.person.postMessage(agent.agentId, `{"images":["${image}"]}`);
    expect(answer.status).toBe(201);
  });
});
