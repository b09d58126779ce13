import { describe, expect, it } from '@jest/globals';
import { PASSWORD, useGateway } from './gateway.suite.js';

const bench = useGateway();

describe('signing up and in', () => {
  it('gives a token that authenticates, in the header set-auth-token', async () => {
    const user = await bench.signUp();
    const again = await bench.call('POST', '/api/auth/sign-in/email', {
      body: { email: user.email, password: PASSWORD },
    });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ user: { email: user.email } });
    const token = again.headers.get('set-auth-token');
    for (const authorization of [
      user.auth['authorization'],
      `Bearer ${token}`,
      `bearer ${again.body.token}`,
    ]) {
      const answer = await bench.call('GET', '/api/client/agents', {
        headers: { authorization: authorization! },
      });
      expect(answer).toMatchObject({ status: 200, body: [] });
    }
  });

  it('gives a cookie that scripts cannot read', async () => {
    const user = await bench.signUp();
    const answer = await bench.call('POST', '/api/auth/sign-in/email', {
      body: { email: user.email, password: PASSWORD },
    });
    expect(answer.headers.get('set-cookie')).toMatch(/^better-auth\.session_token=.*HttpOnly; SameSite=Lax/);
    expect(answer.headers.get('access-control-expose-headers')).toBeNull();
    const session = await bench.call('GET', '/api/auth/get-session', { headers: { cookie: user.cookie } });
    expect(session.body).toMatchObject({ user: { email: user.email } });
  });

  it('ends with a sign-out at once, for token and cookie', async () => {
    const user = await bench.signUp();
    expect((await bench.call('GET', '/api/client/agents', { headers: user.auth })).status).toBe(200);
    expect((await bench.call('GET', '/api/client/agents', { headers: { cookie: user.cookie } })).status).toBe(
      200,
    );
    const out = await bench.call('POST', '/api/auth/sign-out', { headers: user.auth, body: {} });
    expect(out.status).toBe(200);
    expect((await bench.call('GET', '/api/client/agents', { headers: user.auth })).status).toBe(401);
    expect((await bench.call('GET', '/api/client/agents', { headers: { cookie: user.cookie } })).status).toBe(
      401,
    );
  });

  it.each([
    ['a wrong password', '/sign-in/email', { email: 'nobody@example.org', password: 'wrong-password' }, 401],
    ['no fields', '/sign-up/email', {}, 422],
    ['wrong types', '/sign-up/email', { name: 1, email: [], password: {} }, 422],
    ['no address', '/sign-up/email', { name: 'A', email: 'nowhere', password: PASSWORD }, 422],
    ['a short password', '/sign-up/email', { name: 'A', email: 'a@example.org', password: 'short' }, 422],
    ['a blank name', '/sign-up/email', { name: ' \n', email: 'a@example.org', password: PASSWORD }, 422],
    [
      'an endless name',
      '/sign-up/email',
      { name: 'x'.repeat(201), email: 'a@example.org', password: PASSWORD },
      422,
    ],
    [
      'an endless address',
      '/sign-up/email',
      { name: 'A', email: `${'a'.repeat(400)}@x.org`, password: PASSWORD },
      422,
    ],
    ['U+0000', '/sign-up/email', { name: 'A\0', email: 'a@example.org', password: PASSWORD }, 422],
    ['an array', '/sign-in/email', [], 422],
    ['too large a body', '/sign-up/email', { name: 'x'.repeat(20_000) }, 413],
  ])('is refused for %s in the settled shape', async (_name, path, body, status) => {
    const users = await bench.store.prisma.user.count();
    const answer = await bench.call('POST', `/api/auth${path}`, { body });
    expect(answer.status).toBe(status);
    expect(typeof answer.body.detail).toBe('string');
    expect(answer.body).not.toHaveProperty('message');
    expect(answer.body).not.toHaveProperty('code');
    expect(await bench.store.prisma.user.count()).toBe(users);
  });

  it('names the fields that are wrong', async () => {
    const answer = await bench.call('POST', '/api/auth/sign-up/email', { body: { name: 'A' } });
    const errors = answer.body.errors as { path: string }[];
    expect(errors.map((error) => error.path)).toEqual(['body.email', 'body.password']);
  });

  it('is refused for malformed JSON, for a form and for an address that is taken', async () => {
    const malformed = await bench.call('POST', '/api/auth/sign-in/email', { raw: '{bad' });
    expect(malformed).toMatchObject({ status: 400, body: { detail: 'Malformed JSON' } });
    const form = await bench.call('POST', '/api/auth/sign-in/email', {
      raw: 'email=a&password=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(form.status).toBe(415);
    const { email } = await bench.signUp();
    const taken = await bench.call('POST', '/api/auth/sign-up/email', {
      body: { name: 'A', email, password: PASSWORD },
    });
    expect(taken).toMatchObject({ status: 422, body: { detail: expect.stringContaining('already exists') } });
  });

  it('offers nothing else of the library, and says which method is meant', async () => {
    for (const path of [
      '/ok',
      '/error',
      '/delete-user',
      '/sign-in/social',
      '/__proto__',
      '/../auth/ok',
      '',
    ]) {
      expect(await bench.call('POST', `/api/auth${path}`, { body: {} })).toMatchObject({
        status: 404,
        body: { detail: 'Not found' },
      });
    }
    expect((await bench.call('GET', '/api/auth/sign-out')).status).toBe(405);
  });
});

describe('a request from another site', () => {
  it('cannot sign anyone in or out', async () => {
    const user = await bench.signUp();
    const body = { email: user.email, password: PASSWORD };
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const answer = await bench.call('POST', '/api/auth/sign-in/email', { body, headers });
      expect(answer).toMatchObject({ status: 403, body: { detail: 'Cross-site request refused' } });
    }
  });

  it('cannot write with the user’s cookie, while our own pages can', async () => {
    const { cookie } = await bench.signUp();
    const body = { agent_name: 'Ada', kind: 'interactive' };
    const refused = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      {},
    ];
    for (const headers of refused) {
      const answer = await bench.call('POST', '/api/client/agents', {
        body,
        headers: { cookie, ...headers },
      });
      expect(answer).toMatchObject({ status: 403, body: { detail: 'Cross-site request refused' } });
    }
    const allowed = [
      { 'sec-fetch-site': 'same-origin', origin: 'http://evil.example' },
      { origin: bench.baseUrl },
    ];
    for (const headers of allowed) {
      const answer = await bench.call('POST', '/api/client/agents', {
        body,
        headers: { cookie, ...headers },
      });
      expect(answer.status).toBe(201);
    }
  });

  it('cannot make good a wrong token with a cookie', async () => {
    const { cookie } = await bench.signUp();
    const answer = await bench.call('GET', '/api/client/agents', {
      headers: { cookie, authorization: 'Bearer nonsense' },
    });
    expect(answer.status).toBe(401);
  });
});
