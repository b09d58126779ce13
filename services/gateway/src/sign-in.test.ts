import { createHash } from 'node:crypto';
import { PASSWORD, useGateway } from './gateway.suite.js';

const bench = useGateway();

async function signIn(email: string, password = PASSWORD) {
  const answer = await bench.call('POST', '/api/auth/sign-in/email', { body: { email, password } });
  const token = String(answer.body.token);
  return { answer, token, auth: { authorization: `Bearer ${token}` } };
}

const statusOf = async (headers: Record<string, string>) =>
  (await bench.call('GET', '/api/client/agents', { headers })).status;

describe('signing up and in', () => {
  it('of an account that is erased after its password was checked opens nothing', async () => {
    const user = await bench.signUp();
    // What a sign-in that has read the account before still has in hand.
    await bench.store.prisma.$executeRaw`UPDATE "user" SET deleted_at = now() WHERE id = ${user.userId}`;
    const { answer } = await signIn(user.email);
    expect(answer).toMatchObject({ status: 401, body: { detail: 'Invalid email or password' } });
    expect(await bench.store.prisma.session.count({ where: { userId: user.userId } })).toBe(1);
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
      const cookie = `better-auth.session_token=${encodeURIComponent(token)}`;
      for (const shownBy of [headers, { cookie }]) {
        expect(await statusOf(shownBy)).toBe(401);
        expect((await bench.call('GET', '/api/auth/get-session', { headers: shownBy })).body).toBeNull();
      }
    }
  });

  it('renews a session that is a day old, under the same token', async () => {
    const user = await bench.signUp();
    const expiresAt = new Date(Date.now() + 5 * 86_400_000);
    await bench.store.prisma.session.updateMany({ where: { userId: user.userId }, data: { expiresAt } });
    const headers = { cookie: user.cookie };
    const renewed = await bench.call('GET', '/api/auth/get-session', { headers });
    expect(renewed.headers['set-cookie']?.[0]?.split(';', 1)[0]).toBe(user.cookie);
    expect(renewed.headers['set-auth-token']).toBe(user.auth['authorization']?.slice('Bearer '.length));
    const [session] = await bench.store.prisma.session.findMany({ where: { userId: user.userId } });
    expect(session!.expiresAt.getTime()).toBeGreaterThan(expiresAt.getTime());
    expect(await statusOf(headers)).toBe(200);
  });

  it('lists sessions by names that open nothing, and revokes one by its name or its token', async () => {
    const user = await bench.signUp();
    const others = [await signIn(user.email), await signIn(user.email), await signIn(user.email)];
    const statuses = () => Promise.all([user, ...others].map(({ auth }) => statusOf(auth)));
    const list = async () => (await user.call('GET', '/api/auth/list-sessions')).body as { token: string }[];
    const listed = (await list()).map(({ token }) => token);
    expect(listed).toHaveLength(4);
    expect(listed).toEqual(Array(4).fill(expect.stringMatching(/^[0-9a-f]{64}$/)));
    for (const token of listed) expect(await statusOf({ authorization: `Bearer ${token}` })).toBe(401);
    const revoke = (path: string, body: object) => user.call('POST', `/api/auth${path}`, body);
    const own = (await user.call('GET', '/api/auth/get-session')).body.session.token;
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

  it('a change of the password ends every other session, its own too if asked to, and hubs are told', async () => {
    const user = await bench.signUp();
    const other = await signIn(user.email);
    const change = (currentPassword: string, more: object = {}) => {
      const body = { currentPassword, newPassword: 'another battery', ...more };
      return user.call('POST', '/api/auth/change-password', body);
    };
    expect([await statusOf(user.auth), await statusOf(other.auth)]).toEqual([200, 200]);
    bench.hints.length = 0;
    expect((await change(PASSWORD)).status).toBe(200);
    expect([await statusOf(user.auth), await statusOf(other.auth)]).toEqual([200, 401]);
    expect(bench.hints).toContainEqual({ type: 'sessions', user_id: user.userId });
    expect((await signIn(user.email)).answer.status).toBe(401);
    const later = await signIn(user.email, 'another battery');
    expect(later.answer.status).toBe(200);
    const replaced = await change('another battery', { revokeOtherSessions: true });
    expect([await statusOf(user.auth), await statusOf(later.auth)]).toEqual([401, 401]);
    expect(await statusOf({ authorization: `Bearer ${replaced.body.token}` })).toBe(200);
  });

  // better-auth takes any value here, and the database does not.
  it.each([
    ['name', []],
    ['name', { a: 1 }],
    ['name', 7],
    ['image', []],
    ['image', true],
  ])('refuses a profile whose %s is %j, and names the field', async (name, value) => {
    const { call } = await bench.signUp();
    const answer = await call('POST', '/api/auth/update-user', { [name]: value });
    const errors = [{ path: `body.${name}`, message: 'must be string' }];
    expect(answer).toMatchObject({ status: 422, body: { errors } });
  });

  it('offers nothing else of the library, and says which method is meant', async () => {
    const others = ['/ok', '/error', '/delete-user', '/sign-in/social', '/__proto__', '/../auth/ok', ''];
    const notFound = { status: 404, body: { detail: 'Not found' } };
    for (const path of others)
      expect(await bench.call('POST', `/api/auth${path}`, { body: {} })).toMatchObject(notFound);
    expect((await bench.call('GET', '/api/auth/sign-out')).status).toBe(405);
  });
});

it('a cookie cannot make good a wrong token', async () => {
  const { cookie } = await bench.signUp();
  expect(await statusOf({ cookie, authorization: 'Bearer nonsense' })).toBe(401);
});
