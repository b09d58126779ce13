/** @waits-for-real-time A key has to expire. */
import { eventually, httpCall, Person } from '@svc/testkit';
import type { HttpAnswer } from '@svc/testkit';
import { bodyOf, expectRefusal, expectInvalidField } from './answers.js';
import { CALLS, nearly } from './described-calls.js';
import { baseUrl, useProduct } from './product-under-test.js';

const bench = useProduct();

const NO_SCOPE = 'The key does not have the scope for this';
const WRONG = 'Missing or invalid credentials';
const ALL = ['read', 'write', 'decisions', 'agents'];

function list(person: Person): Promise<{ state: string; last_used_at: string | null }[]> {
  return bodyOf('listApiKeys', person.call('/account/keys'));
}

async function revoke(person: Person, { key_id: id }: { key_id: string }): Promise<void> {
  expect((await person.call(`/account/keys/${id}`, { method: 'DELETE' })).status).toBe(204);
}

describe('An API key of a person', () => {
  it('is shown once, and opens the calls of its person by its scopes', async () => {
    const person = await Person.signUp(baseUrl);
    const agent = await person.createAgent();
    const { program, ...key } = await person.createApiKey({ scopes: ['write', 'read'] });
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
      programs.set(scope, (await bench.person.createApiKey({ scopes })).program);
    }
    expect(CALLS.filter(({ apiKeyScope }) => apiKeyScope === 'none').length).toBeGreaterThan(10);
    for (const { operationId, method, path, apiKeyScope } of CALLS) {
      if (apiKeyScope === undefined) continue;
      const ofNobody = path.replace('/api/client', '').replaceAll(/\{\w+\}/g, 'none');
      const answer = await (programs.get(apiKeyScope) as Person).call(ofNobody, { method });
      expect([operationId, answer.body]).toEqual([operationId, { detail: NO_SCOPE }]);
    }
  });

  it('opens nothing of sign-in', async () => {
    const { secret } = await bench.person.createApiKey();
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
    const [short, long] = [await person.createApiKey({ expires_in_seconds: 1 }), await person.createApiKey()];
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
    const first = await person.createApiKey();
    for (let count = 1; count < 20; count += 1) await person.createApiKey();
    expectRefusal(await person.call('/account/keys', { body }), 409);
    await revoke(person, first);
    await person.createApiKey();
  });

  it('that reads opens the socket of the client app, which ends with it', async () => {
    const person = await Person.signUp(baseUrl);
    const agent = await person.createAgent();
    const key = await person.createApiKey({ scopes: ['read'] });
    const socket = await bench.openConsole(key.secret);
    await person.send(agent.agentId, 'Hello');
    await socket.change('message', { agent_id: agent.agentId });
    await revoke(person, key);
    expect(await socket.closed()).toMatchObject({ code: 4010 });
    const writing = await person.createApiKey({ scopes: ['write', 'decisions'] });
    for (const { secret } of [key, writing]) {
      const refused = await bench.openClient();
      refused.send({ type: 'auth', token: secret });
      expect(await refused.closed()).toMatchObject({ code: 4003 });
    }
  });

  it('goes with the account', async () => {
    const person = await Person.signUp(baseUrl);
    const { program } = await person.createApiKey();
    await person.call('/account/erasure', { body: { password: Person.password } });
    expectRefusal(await program.call('/agents'), 401, WRONG);
  });
});

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const NO_CODE = { error: 'expired_token', detail: 'The code is not valid any more' };

function call(name: string, body: object): Promise<HttpAnswer> {
  return httpCall(`${baseUrl}/api/auth/device/${name}`, { body });
}

/** What a program does that has nothing. */
function begin(more: object = {}) {
  const body = { client_name: 'svc on ada-laptop', scopes: ['read', 'write'], ...more };
  return bodyOf('beginDeviceLogin', call('code', body));
}

function ask({ device_code }: { device_code: string }): Promise<HttpAnswer> {
  return call('token', { grant_type: GRANT, device_code });
}

const find = (person: Person, userCode: string): Promise<HttpAnswer> =>
  person.call('/account/device-logins/find', { body: { user_code: userCode } });
const resolve = (person: Person, body: object): Promise<HttpAnswer> =>
  person.call('/account/device-logins/resolve', { body });
const YES = { approved: true, scopes: ['read'], expires_in_seconds: 3_600 };

describe('A program that asks for an API key', () => {
  it('gets two codes, of which the person sees the short one with what is asked for', async () => {
    const codes = await begin();
    expect(codes).toMatchObject({ expires_in: 600, interval: 5 });
    expect(codes.user_code).toMatch(/^[A-Z]{4}-[A-Z]{4}$/);
    expect(codes.verification_uri_complete).toBe(`${codes.verification_uri}?code=${codes.user_code}`);
    expect(new URL(codes.verification_uri).pathname).toBe('/device');
    const typed = codes.user_code.toLowerCase().replace('-', ' ');
    const { body: found } = await find(bench.person, typed);
    expect(found).toMatchObject({
      ...{ client_name: 'svc on ada-laptop', scopes: ['read', 'write'], expires_in_seconds: 90 * 86_400 },
    });
    expect(JSON.stringify(found)).not.toContain('svc_dvl_');
  });

  it('waits for the person, and is told to slow down where it asks too soon, and of a refusal', async () => {
    const codes = await begin();
    const pending = { error: 'authorization_pending', detail: 'The login was not confirmed yet' };
    expect(await ask(codes)).toMatchObject({ status: 400, body: pending });
    expect((await ask(codes)).body).toEqual({ error: 'slow_down', detail: 'The program asks too often' });
    const refused = await begin();
    await resolve(bench.person, { user_code: refused.user_code, approved: false });
    expect((await ask(refused)).body).toEqual({ error: 'access_denied', detail: 'The login was refused' });
  });

  it('gets a key with what the person has chosen, once', async () => {
    const person = await Person.signUp(baseUrl);
    const codes = await begin({ scopes: ['read', 'write', 'decisions', 'agents'] });
    const yes = { ...YES, user_code: codes.user_code };
    for (const name of ['scopes', 'expires_in_seconds'])
      expectInvalidField(await resolve(person, { ...yes, [name]: undefined }), `body.${name}`);
    await bodyOf('resolveDeviceLogin', resolve(person, yes));
    expectRefusal(await find(person, codes.user_code), 404);
    const [granted, other] = await Promise.all([ask(codes), ask(codes)]).then((both) =>
      both.toSorted((one, two) => one.status - two.status),
    );
    expect([granted?.status, other?.status]).toEqual([200, 400]);
    const { access_token: key, ...rest } = (granted as HttpAnswer).body as { access_token: string };
    expect(rest).toMatchObject({ token_type: 'Bearer', scope: 'read', expires_in: 3_600 });
    expect((await ask(codes)).body).toEqual(NO_CODE);
    const program = person.withToken(key);
    const { body: account } = await program.call('/account');
    expect(account).toMatchObject({ api_key: { name: 'svc on ada-laptop', scopes: ['read'] } });
    expectRefusal(await program.call('/agents', { body: { agent_name: 'A', kind: 'interactive' } }), 403);
    const { body: listed } = await person.call('/account/keys');
    expect(listed).toMatchObject([{ name: 'svc on ada-laptop', scopes: ['read'] }]);
  });

  it('gets nothing for a code that nobody has made, and nothing by the code of the person', async () => {
    const codes = await begin();
    for (const device_code of [nearly(codes.device_code), codes.user_code, ''])
      expect((await ask({ device_code })).body).toEqual(NO_CODE);
    for (const typed of ['BCDF-GHJK', codes.device_code.slice(0, 40)])
      expectRefusal(await find(bench.person, typed), 404, 'Not found');
  });

  it('is refused while 50 of its address wait for an answer, and others are not', async () => {
    const from = (address: string): Promise<HttpAnswer> =>
      httpCall(`${baseUrl}/api/auth/device/code`, {
        ...{ headers: { 'x-forwarded-for': address }, body: { client_name: 'svc', scopes: ['read'] } },
      });
    const asked = await Promise.all(Array.from({ length: 50 }, () => from('203.0.113.50')));
    expect(asked.filter(({ status }) => status !== 200)).toEqual([]);
    const refused = await from('203.0.113.50');
    expectRefusal(refused, 429, 'More than 50 logins of the address wait for somebody to confirm them');
    expect(refused.headers['retry-after']).toBe('60');
    expect((await from('203.0.113.51')).status).toBe(200);
    const [{ user_code } = await begin()] = asked.map(({ body }) => body as { user_code: string });
    expect((await resolve(bench.person, { user_code, approved: false })).status).toBe(204);
    expect((await from('203.0.113.50')).status).toBe(200);
  });
});
