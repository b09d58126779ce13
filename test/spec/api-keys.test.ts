/** @waits-for-real-time A key has to expire. */
/** @any-shape The gateway alone decides it, from rows. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { document } from '@svc/http-contract';
import { ClientSocket, eventually, httpCall, Person } from '@svc/testkit';
import type { HttpAnswer } from '@svc/testkit';
import { expectAnswer, expectAnswerTo, expectInvalidField, expectRefusal } from './answers.js';
import { postAnswer, request } from './decision-calls.js';
import { baseUrl, useProduct } from './product-under-test.js';

interface Key {
  key_id: string;
  state: string;
  expires_at: string;
  last_used_at: string | null;
  secret: string;
}

const NO_SCOPE = 'The key does not have the scope for this';
const WRONG = 'Missing or invalid credentials';
const ALL = ['read', 'write', 'decisions', 'agents'];

async function make(person: Person, scopes = ALL, more: object = {}): Promise<Key> {
  const body = { name: 'Nightly backup', scopes, expires_in_seconds: 3_600, ...more };
  const answer = await person.call('/account/keys', { body });
  expectAnswer('createApiKey', answer, 201);
  return answer.body as Key;
}

async function list(person: Person): Promise<Omit<Key, 'secret'>[]> {
  const answer = await person.call('/account/keys');
  expectAnswer('listApiKeys', answer, 200);
  return answer.body as Key[];
}

async function revoke(person: Person, { key_id: id }: Key): Promise<void> {
  expect((await person.call(`/account/keys/${id}`, { method: 'DELETE' })).status).toBe(204);
}

/** A program that has nothing but the key. */
const program = (person: Person, key: Key): Person => person.at(baseUrl, key.secret);

/** The calls of the client API by the scope that opens them, with ids that nobody has. */
const CALLS = Object.entries(document.paths).flatMap(([path, item]) =>
  (['get', 'post', 'patch', 'delete'] as const).flatMap((method) => {
    const scope = item[method]?.['x-api-key-scope'];
    if (scope === undefined) return [];
    const filled = path.replaceAll(/\{(\w+)\}/g, 'none');
    return [{ name: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), path: filled, scope }];
  }),
);

describe('An API key of a person', () => {
  const bench = useProduct();
  const opened: ClientSocket[] = [];
  afterEach(() => {
    for (const socket of opened.splice(0)) socket.terminate();
  });

  async function connect(): Promise<ClientSocket> {
    const socket = await ClientSocket.open(baseUrl);
    opened.push(socket);
    return socket;
  }

  it('that reads opens what changes nothing, and no more', async () => {
    const person = await Person.signUp(baseUrl);
    const agent = await person.createAgent();
    const reading = program(person, await make(person, ['read']));
    const listed = await reading.call('/agents');
    expectAnswer('listAgents', listed, 200);
    expect(listed.body).toEqual([expect.objectContaining({ agent_id: agent.agentId })]);
    expectRefusal(await reading.postMessage(agent.agentId, { text: 'Hello' }), 403, NO_SCOPE);
    // It is written down beside the call.
    const [own] = await eventually(
      () => list(person),
      ([key]) => key !== undefined && key.last_used_at !== null,
      { what: 'the use of the key to be written down' },
    );
    expect(Math.abs(Date.parse(own?.last_used_at ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('that writes changes things, and answers no request of an agent', async () => {
    const person = await Person.signUp(baseUrl);
    const agent = await person.createAgent();
    const writing = program(person, await make(person, ['write']));
    await writing.send(agent.agentId, 'By a program');
    expectRefusal(await writing.call('/agents'), 403, NO_SCOPE);
    const { decision_id: id } = await request(agent, {});
    expectRefusal(await postAnswer(writing, id, { status: 'approved' }), 403, NO_SCOPE);
    const deciding = program(person, await make(person, ['decisions']));
    expectAnswer('resolveDecision', await postAnswer(deciding, id, { status: 'approved' }), 200);
  });

  it('opens only the calls of its scope: each call names one', async () => {
    const keys = new Map<string, Person>();
    for (const scope of ALL)
      keys.set(
        scope,
        program(
          bench.person,
          await make(
            bench.person,
            ALL.filter((other) => other !== scope),
          ),
        ),
      );
    keys.set('none', program(bench.person, await make(bench.person)));
    expect(CALLS.filter(({ scope }) => scope === 'none').length).toBeGreaterThan(10);
    for (const { name, method, path, scope } of CALLS) {
      const call = path.replace('/api/client', '');
      const answer = await (keys.get(scope) as Person).call(call, { method });
      expectAnswerTo(name, answer, 403);
      expect([name, answer.body]).toEqual([name, { detail: NO_SCOPE }]);
    }
  });

  it('for agents makes agents and new secrets of them, and nothing else', async () => {
    const person = await Person.signUp(baseUrl);
    const making = program(person, await make(person, ['agents']));
    const made = await making.call('/agents', { body: { agent_name: 'Mine', kind: 'interactive' } });
    expectAnswer('createAgent', made, 201);
    const { agent_id: id } = made.body as { agent_id: string };
    const rotated = await making.call(`/agents/${id}/secret/rotate`, { body: {} });
    expectAnswer('rotateAgentSecret', rotated, 200);
    expectRefusal(await making.call('/agents'), 403, NO_SCOPE);
    expectRefusal(await making.call(`/agents/${id}`, { method: 'DELETE' }), 403, NO_SCOPE);
  });

  it('opens nothing of sign-in, and no call that makes a key or an account', async () => {
    const person = await Person.signUp(baseUrl);
    const agent = await person.createAgent();
    const all = await make(person);
    const by = program(person, all);
    const forbidden: [string, object?][] = [
      ['/account/keys', { name: 'Another', scopes: ['read'], expires_in_seconds: 60 }],
      [`/agents/${agent.agentId}/keys`, { name: 'Mine', scopes: ['read'] }],
      [`/agents/${agent.agentId}/signing-secret/rotate`, {}],
      ['/invitations', {}],
      ['/account/erasure', { password: 'correct horse battery' }],
    ];
    for (const [path, body] of forbidden) expectRefusal(await by.call(path, { body }), 403, NO_SCOPE);
    const headers = { authorization: `Bearer ${all.secret}` };
    const change = { currentPassword: 'correct horse battery', newPassword: 'battery horse correct' };
    for (const [path, body] of [
      ['change-password', change],
      ['update-user', { name: 'Mallory' }],
      ['revoke-sessions', {}],
    ] as const)
      expect((await httpCall(`${baseUrl}/api/auth/${path}`, { headers, body })).status).toBe(401);
    for (const path of ['get-session', 'list-sessions']) {
      const answer = await httpCall(`${baseUrl}/api/auth/${path}`, { headers });
      expect([200, 401]).toContain(answer.status);
      if (answer.status === 200) expect(answer.body).toBeNull();
    }
    expect((await person.call('/agents')).body).toHaveLength(1);
  });

  it('says that it has ended only to who has all of it', async () => {
    const person = await Person.signUp(baseUrl);
    const [short, long] = [await make(person, ALL, { expires_in_seconds: 1 }), await make(person)];
    const read = ({ secret }: { secret: string }): Promise<HttpAnswer> =>
      person.at(baseUrl, secret).call('/agents');
    const expired = await eventually(
      () => read(short),
      ({ status }) => status === 401,
      {
        what: 'the key to expire',
      },
    );
    expectRefusal(expired, 401, 'The key has expired');
    await revoke(person, long);
    expectRefusal(await read(long), 401, 'The key was revoked');
    await revoke(person, long);
    for (const { secret } of [short, long]) {
      const other = secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0');
      expectRefusal(await read({ secret: other }), 401, WRONG);
    }
    expect((await list(person)).map(({ state }) => state)).toEqual(['revoked', 'expired']);
  });

  it('is shown once, to its person alone, and ended by its person alone', async () => {
    const [person, stranger] = [await Person.signUp(baseUrl), await Person.signUp(baseUrl)];
    const key = await make(person, ['decisions', 'read']);
    expect(key.secret).toMatch(/^svc_pat_[0-9a-f]{32}_[0-9a-f]{40}$/);
    const { secret, ...shown } = key;
    expect(await list(person)).toEqual([shown]);
    expect(shown).toMatchObject({
      name: 'Nightly backup',
      scopes: ['read', 'decisions'],
      last_used_at: null,
    });
    expect(await list(stranger)).toEqual([]);
    const path = `/account/keys/${key.key_id}`;
    expectRefusal(await stranger.call(path, { method: 'DELETE' }), 404);
    expect((await program(person, key).call('/agents')).status).toBe(200);
    await revoke(person, key);
    const log = await person.call('/account/audit?area=account');
    expectAnswer('listAuditEntries', log, 200);
    expect((log.body as object[]).slice(0, 2)).toEqual([
      expect.objectContaining({ action: 'account.key_revoked', subject_id: key.key_id }),
      expect.objectContaining({
        ...{ action: 'account.key_made', subject_id: key.key_id, address: '127.0.0.1' },
        details: { key: 'Nightly backup', scopes: ['read', 'decisions'], expires_in_seconds: 3_600 },
      }),
    ]);
    expect(JSON.stringify(log.body)).not.toContain(secret);
  });

  it('has a name, scopes and an end within a year, and is one of twenty', async () => {
    const person = await Person.signUp(baseUrl);
    const valid = { name: 'Key', scopes: ['read'], expires_in_seconds: 60 };
    const refused: [string, object][] = [
      ['body.name', { name: ' ' }],
      ['body.scopes', { scopes: [] }],
      ['body.scopes.0', { scopes: ['everything'] }],
      ['body.expires_in_seconds', { expires_in_seconds: null }],
      ['body.expires_in_seconds', { expires_in_seconds: 31_536_001 }],
    ];
    for (const [path, change] of refused)
      expectInvalidField(await person.call('/account/keys', { body: { ...valid, ...change } }), path);
    const keys: Key[] = [];
    for (let count = 0; count < 20; count += 1) keys.push(await make(person));
    expectRefusal(await person.call('/account/keys', { body: valid }), 409);
    await revoke(person, keys[0] as Key);
    await make(person);
  });

  it('that reads opens the socket of the client app, which ends with it', async () => {
    const person = await Person.signUp(baseUrl);
    const agent = await person.createAgent();
    const key = await make(person, ['read']);
    const socket = await connect();
    await socket.authenticate(key.secret);
    await person.send(agent.agentId, 'Hello');
    await socket.change('message', { agent_id: agent.agentId });
    await revoke(person, key);
    expect(await socket.closed()).toMatchObject({ code: 4010 });
    for (const secret of [key.secret, (await make(person, ['write', 'decisions'])).secret]) {
      const refused = await connect();
      refused.send({ type: 'auth', token: secret });
      expect(await refused.closed()).toMatchObject({ code: 4003 });
    }
  });

  it('goes with the account', async () => {
    const person = await Person.signUp(baseUrl);
    const key = await make(person);
    await person.call('/account/erasure', { body: { password: 'correct horse battery' } });
    expectRefusal(await program(person, key).call('/agents'), 401, WRONG);
  });
});
