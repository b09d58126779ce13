/** @any-shape The gateway alone decides it, from rows. */
import { describe, expect, it } from '@jest/globals';
import { httpCall, Person } from '@svc/testkit';
import type { HttpAnswer } from '@svc/testkit';
import { bodyOf, expectAnswer, expectInvalidField, expectRefusal } from './answers.js';
import { nearly } from './described-calls.js';
import { baseUrl, useProduct } from './product-under-test.js';

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
  const bench = useProduct();

  it('gets two codes, of which the person sees the short one with what is asked for', async () => {
    const codes = await begin();
    expect(codes).toMatchObject({ expires_in: 600, interval: 5 });
    expect(codes.user_code).toMatch(/^[A-Z]{4}-[A-Z]{4}$/);
    expect(codes.verification_uri_complete).toBe(`${codes.verification_uri}?code=${codes.user_code}`);
    expect(new URL(codes.verification_uri).pathname).toBe('/device');
    const found = await find(bench.person, codes.user_code.toLowerCase().replace('-', ' '));
    expectAnswer('findDeviceLogin', found, 200);
    expect(found.body).toMatchObject({
      ...{ client_name: 'svc on ada-laptop', scopes: ['read', 'write'], expires_in_seconds: 90 * 86_400 },
    });
    expect(JSON.stringify(found.body)).not.toContain('svc_dvl_');
  });

  it('waits for the person, and is told to slow down where it asks too soon, and of a refusal', async () => {
    const codes = await begin();
    const first = await bodyOf('exchangeDeviceCode', ask(codes), 400);
    expect(first).toEqual({ error: 'authorization_pending', detail: 'The login was not confirmed yet' });
    const second = await ask(codes);
    expect(second.body).toEqual({ error: 'slow_down', detail: 'The program asks too often' });
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
    expectAnswer('resolveDeviceLogin', await resolve(person, yes), 204);
    expectRefusal(await find(person, codes.user_code), 404);
    const [granted, other] = await Promise.all([ask(codes), ask(codes)]).then((both) =>
      both.toSorted((one, two) => one.status - two.status),
    );
    expectAnswer('exchangeDeviceCode', granted as HttpAnswer, 200);
    expect(other?.status).toBe(400);
    const { access_token: key, ...rest } = (granted as HttpAnswer).body as { access_token: string };
    expect(rest).toMatchObject({ token_type: 'Bearer', scope: 'read', expires_in: 3_600 });
    expect((await ask(codes)).body).toEqual(NO_CODE);
    const program = person.withToken(key);
    expect((await program.call('/agents')).status).toBe(200);
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

  it('ends its key by the key itself, and nothing by any other text', async () => {
    const person = await Person.signUp(baseUrl);
    const codes = await begin();
    await resolve(person, { ...YES, user_code: codes.user_code });
    const { access_token: token } = (await ask(codes)).body as { access_token: string };
    const program = person.withToken(token);
    const who = await bodyOf('getAccount', program.call('/account'));
    expect(who).toMatchObject({ api_key: { name: 'svc on ada-laptop', scopes: ['read'] } });
    for (const other of [nearly(token), person.token, ''])
      expectAnswer('revokeOwnApiKey', await call('revoke', { token: other }), 204);
    expect((await program.call('/account')).status).toBe(200);
    expectAnswer('revokeOwnApiKey', await call('revoke', { token }), 204);
    expectRefusal(await program.call('/account'), 401, 'The key was revoked');
  });
});
