/** @waits-for-real-time A key has to expire. */
/** @any-shape The gateway alone decides it, from rows. */
import { describe, expect, it } from '@jest/globals';
import { document } from '@svc/http-contract';
import type { OperationId } from '@svc/http-contract';
import { eventually, httpCall, Person } from '@svc/testkit';
import { bodyOf, expectAnswer, expectRefusal } from './answers.js';
import { makeApiKey } from './api-key.js';
import { nearly } from './described-calls.js';
import { baseUrl, useProduct } from './product-under-test.js';

const NO_SCOPE = 'The key does not have the scope for this';
const WRONG = 'Missing or invalid credentials';
const ALL = ['read', 'write', 'decisions', 'agents'];

function list(person: Person): Promise<{ state: string; last_used_at: string | null }[]> {
  return bodyOf('listApiKeys', person.call('/account/keys'));
}

async function revoke(person: Person, { key_id: id }: { key_id: string }): Promise<void> {
  expect((await person.call(`/account/keys/${id}`, { method: 'DELETE' })).status).toBe(204);
}

/** The calls of the client API by the scope that opens them, with ids that nobody has. */
const CALLS = Object.entries(document.paths).flatMap(([path, item]) =>
  (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
    const { 'x-api-key-scope': scope, operationId = '' } = item[method] ?? {};
    if (scope === undefined) return [];
    const filled = path.replace('/api/client', '').replaceAll(/\{(\w+)\}/g, 'none');
    return [{ operationId: operationId as OperationId, method: method.toUpperCase(), path: filled, scope }];
  }),
);

describe('An API key of a person', () => {
  const bench = useProduct();

  it('is shown once, and opens the calls of its person by its scopes', async () => {
    const person = await Person.signUp(baseUrl);
    const agent = await person.createAgent();
    const { program, ...key } = await makeApiKey(person, { scopes: ['write', 'read'] });
    expect(key.secret).toMatch(/^svc_pat_[0-9a-f]{32}_[0-9a-f]{40}$/);
    const { secret: _secret, ...shown } = key;
    expect(await list(person)).toEqual([shown]);
    expect(shown).toMatchObject({ scopes: ['read', 'write'], last_used_at: null });
    expect((await program.call('/agents')).body).toMatchObject([{ agent_id: agent.agentId }]);
    await program.send(agent.agentId, 'By a program');
    const keys = () => list(person);
    const [used] = await eventually(keys, ([key]) => key?.last_used_at !== null, { what: 'its use' });
    expect(Math.abs(Date.parse(used?.last_used_at ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('opens only the calls of its scope: each call names one', async () => {
    const programs = new Map<string, Person>();
    for (const scope of [...ALL, 'none']) {
      const scopes = ALL.filter((other) => other !== scope);
      programs.set(scope, (await makeApiKey(bench.person, { scopes })).program);
    }
    expect(CALLS.filter(({ scope }) => scope === 'none').length).toBeGreaterThan(10);
    for (const { operationId, method, path, scope } of CALLS) {
      const answer = await (programs.get(scope) as Person).call(path, { method });
      expectAnswer(operationId, answer, 403);
      expect([operationId, answer.body]).toEqual([operationId, { detail: NO_SCOPE }]);
    }
  });

  it('opens nothing of sign-in', async () => {
    const { secret } = await makeApiKey(bench.person);
    const headers = { authorization: `Bearer ${secret}` };
    const change = { currentPassword: Person.password, newPassword: 'battery horse correct' };
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
  });

  it('says that it has ended only to who has all of it', async () => {
    const person = await Person.signUp(baseUrl);
    const [short, long] = [await makeApiKey(person, { expires_in_seconds: 1 }), await makeApiKey(person)];
    const call = () => short.program.call('/agents');
    const expired = await eventually(call, ({ status }) => status === 401, { what: 'the key to expire' });
    expectRefusal(expired, 401, 'The key has expired');
    await revoke(person, long);
    expectRefusal(await long.program.call('/agents'), 401, 'The key was revoked');
    await revoke(person, long);
    for (const { secret } of [short, long])
      expectRefusal(await person.withToken(nearly(secret)).call('/agents'), 401, WRONG);
    expect((await list(person)).map(({ state }) => state)).toEqual(['revoked', 'expired']);
  });

  it('is one of twenty', async () => {
    const person = await Person.signUp(baseUrl);
    const body = { name: 'Key', scopes: ['read'], expires_in_seconds: 60 };
    const first = await makeApiKey(person);
    for (let count = 1; count < 20; count += 1) await makeApiKey(person);
    expectRefusal(await person.call('/account/keys', { body }), 409);
    await revoke(person, first);
    await makeApiKey(person);
  });

  it('that reads opens the socket of the client app, which ends with it', async () => {
    const person = await Person.signUp(baseUrl);
    const agent = await person.createAgent();
    const key = await makeApiKey(person, { scopes: ['read'] });
    const socket = await bench.openConsole(key.secret);
    await person.send(agent.agentId, 'Hello');
    await socket.change('message', { agent_id: agent.agentId });
    await revoke(person, key);
    expect(await socket.closed()).toMatchObject({ code: 4010 });
    const writing = await makeApiKey(person, { scopes: ['write', 'decisions'] });
    for (const { secret } of [key, writing]) {
      const refused = await bench.openClient();
      refused.send({ type: 'auth', token: secret });
      expect(await refused.closed()).toMatchObject({ code: 4003 });
    }
  });

  it('goes with the account', async () => {
    const person = await Person.signUp(baseUrl);
    const { program } = await makeApiKey(person);
    await person.call('/account/erasure', { body: { password: Person.password } });
    expectRefusal(await program.call('/agents'), 401, WRONG);
  });
});
