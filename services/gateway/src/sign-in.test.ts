import { createHash } from 'node:crypto';
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

  it('of an account that is erased after its password was checked opens nothing', async () => {
    const user = await bench.signUp();
    // What a sign-in that has read the account before still has in hand.
    await bench.store.prisma.$executeRaw`UPDATE "user" SET deleted_at = now() WHERE id = ${user.userId}`;
    const answer = await bench.call('POST', '/api/auth/sign-in/email', {
      body: { email: user.email, password: PASSWORD },
    });
    expect(answer).toMatchObject({ status: 401, body: { detail: 'Invalid email or password' } });
    expect(await bench.store.prisma.session.count({ where: { userId: user.userId } })).toBe(1);
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

  it('stores no token: whoever reads the database cannot sign in by what is there', async () => {
    const user = await bench.signUp();
    const shown = decodeURIComponent(user.cookie.split('=', 2)[1] ?? '');
    const rows = await bench.store.prisma.session.findMany({ where: { userId: user.userId } });
    const stored = rows.map(({ token }) => token);
    expect(stored).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(shown).not.toContain(stored[0]);
    const signature = shown.slice(shown.indexOf('.'));
    for (const token of [stored[0]!, `${stored[0]}${signature}`, `${shown}x`, `${shown}=`, `${shown}.x`]) {
      const headers = { authorization: `Bearer ${token}` };
      expect((await bench.call('GET', '/api/client/agents', { headers })).status).toBe(401);
      expect((await bench.call('GET', '/api/auth/get-session', { headers })).body).toBeNull();
      const cookie = `better-auth.session_token=${encodeURIComponent(token)}`;
      expect((await bench.call('GET', '/api/client/agents', { headers: { cookie } })).status).toBe(401);
      expect((await bench.call('GET', '/api/auth/get-session', { headers: { cookie } })).body).toBeNull();
    }
  });

  it('renews a session that is a day old, under the same token', async () => {
    const user = await bench.signUp();
    const expiresAt = new Date(Date.now() + 5 * 86_400_000);
    await bench.store.prisma.session.updateMany({ where: { userId: user.userId }, data: { expiresAt } });
    const headers = { cookie: user.cookie };
    const renewed = await bench.call('GET', '/api/auth/get-session', { headers });
    expect(renewed.headers.get('set-cookie')?.split(';', 1)[0]).toBe(user.cookie);
    expect(renewed.headers.get('set-auth-token')).toBe(user.auth['authorization']?.slice('Bearer '.length));
    const [session] = await bench.store.prisma.session.findMany({ where: { userId: user.userId } });
    expect(session!.expiresAt.getTime()).toBeGreaterThan(expiresAt.getTime());
    expect((await bench.call('GET', '/api/client/agents', { headers })).status).toBe(200);
  });

  it('lists sessions by names that open nothing, and revokes one by its name or its token', async () => {
    const user = await bench.signUp();
    const signIn = async () => {
      const answer = await bench.call('POST', '/api/auth/sign-in/email', {
        body: { email: user.email, password: PASSWORD },
      });
      return { authorization: `Bearer ${answer.body.token}`, token: String(answer.body.token) };
    };
    const others = [await signIn(), await signIn(), await signIn()];
    const statuses = () =>
      Promise.all(
        [user.auth, ...others].map(async (headers) => {
          const { authorization = '' } = headers;
          return (await bench.call('GET', '/api/client/agents', { headers: { authorization } })).status;
        }),
      );
    const list = async () =>
      (await bench.call('GET', '/api/auth/list-sessions', { headers: user.auth })).body as {
        token: string;
      }[];
    const listed = (await list()).map(({ token }) => token);
    expect(listed).toHaveLength(4);
    expect(listed).toEqual(Array(4).fill(expect.stringMatching(/^[0-9a-f]{64}$/)));
    for (const token of listed) {
      const headers = { authorization: `Bearer ${token}` };
      expect((await bench.call('GET', '/api/client/agents', { headers })).status).toBe(401);
    }
    const revoke = (path: string, body: object) =>
      bench.call('POST', `/api/auth${path}`, { headers: user.auth, body });
    const own = (await bench.call('GET', '/api/auth/get-session', { headers: user.auth })).body.session.token;
    const name = createHash('sha256').update(others[0]!.token).digest('hex');
    expect(listed).toEqual(expect.arrayContaining([own, name]));
    await revoke('/revoke-session', { token: name });
    expect(await statuses()).toEqual([200, 401, 200, 200]);
    await revoke('/revoke-session', { token: others[1]!.token });
    expect(await statuses()).toEqual([200, 401, 401, 200]);
    await revoke('/revoke-other-sessions', {});
    expect(await statuses()).toEqual([200, 401, 401, 401]);
    expect(await list()).toHaveLength(1);
    await revoke('/revoke-sessions', {});
    expect(await statuses()).toEqual([401, 401, 401, 401]);
  });

  it('a change of the password ends every other session, and hubs are told at once', async () => {
    const user = await bench.signUp();
    const signIn = async (password: string) => {
      const answer = await bench.call('POST', '/api/auth/sign-in/email', {
        body: { email: user.email, password },
      });
      return {
        status: answer.status,
        auth: { authorization: `Bearer ${answer.headers.get('set-auth-token')}` },
      };
    };
    const other = await signIn(PASSWORD);
    const status = async (headers: Record<string, string>) =>
      (await bench.call('GET', '/api/client/agents', { headers })).status;
    expect([await status(user.auth), await status(other.auth)]).toEqual([200, 200]);
    const change = (currentPassword: string, more: object = {}) =>
      bench.call('POST', '/api/auth/change-password', {
        headers: user.auth,
        body: { currentPassword, newPassword: 'another battery', ...more },
      });
    bench.hints.length = 0;
    expect((await change('wrong battery')).status).toBe(422);
    expect([await status(user.auth), await status(other.auth)]).toEqual([200, 200]);
    expect((await change(PASSWORD)).status).toBe(200);
    expect([await status(user.auth), await status(other.auth)]).toEqual([200, 401]);
    expect(bench.hints).toContainEqual({ type: 'sessions', user_id: user.userId });
    expect((await signIn(PASSWORD)).status).toBe(401);
    const later = await signIn('another battery');
    const replaced = await change('another battery', { revokeOtherSessions: true });
    expect([await status(user.auth), await status(later.auth)]).toEqual([401, 401]);
    expect(await status({ authorization: `Bearer ${replaced.body.token}` })).toBe(200);
  });

  // better-auth takes any value here, and the database does not.
  it.each([
    ['name', []],
    ['name', { a: 1 }],
    ['name', 7],
    ['image', []],
    ['image', true],
  ])('refuses a profile whose %s is %j, and names the field', async (name, value) => {
    const { auth } = await bench.signUp();
    const answer = await bench.call('POST', '/api/auth/update-user', {
      body: { [name]: value },
      headers: auth,
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: [{ path: `body.${name}`, message: 'must be string' }] },
    });
  });

  it('takes null for a field that may be left out', async () => {
    const { email, auth } = await bench.signUp();
    const body = { email, password: PASSWORD, rememberMe: null, callbackURL: null };
    expect((await bench.call('POST', '/api/auth/sign-in/email', { body })).status).toBe(200);
    const changed = { name: null, image: 'https://example.org/ada.png' };
    const answer = await bench.call('POST', '/api/auth/update-user', { body: changed, headers: auth });
    expect(answer.status).toBe(200);
  });

  it('takes a picture away from a profile', async () => {
    const { auth } = await bench.signUp();
    const answer = await bench.call('POST', '/api/auth/update-user', {
      body: { image: null },
      headers: auth,
    });
    expect(answer.status).toBe(200);
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
