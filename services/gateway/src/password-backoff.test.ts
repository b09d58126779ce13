import { DEFAULT_CONFIG, PASSWORD, statusesOf, useGateway } from './gateway.suite.js';

/** Waits so long that none ends by itself here, after few tries, since each costs a tenth of a second. */
const BACKOFF = { freeMax: 3, waitSecondsMin: 300, waitSecondsMax: 2_400 };
const { freeMax } = BACKOFF;
/** Of so many wrong passwords as are free, and one more. */
const ALL_TRIES = [401, 401, 401, 429];
const config = { rateLimits: { ...DEFAULT_CONFIG.rateLimits, passwords: BACKOFF } };
const bench = useGateway(config);
const other = useGateway(config, { beside: bench });

let addresses = 0;
/** An address that nobody has used yet. */
const newAddress = () => `203.0.${Math.floor((addresses += 1) / 250)}.${addresses % 250}`;

function signIn(call: { email: string; password?: string; address?: string; at?: typeof bench }) {
  const { email, password = 'wrong password', address = newAddress(), at = bench } = call;
  return at.call('POST', '/api/auth/sign-in/email', {
    headers: { 'x-forwarded-for': address },
    body: { email, password },
  });
}

/** As if so many seconds had passed since the last try. */
const pass = (seconds: number) =>
  bench.store.prisma.$executeRaw`
    UPDATE rate_count SET ends_at = ends_at - ${seconds} * interval '1 second' WHERE subject NOT LIKE '% known %'`;

describe('wrong passwords', () => {
  it('of one account make the next try wait longer and longer, from however many addresses and at however many gateways', async () => {
    const { email } = await bench.signUp();
    let at = bench;
    const guess = () => signIn({ email, at: (at = at === bench ? other : bench) });
    expect(await statusesOf(freeMax + 2, guess)).toEqual([...ALL_TRIES, 429]);
    for (const seconds of [300, 600, 1_200, 2_400, 2_400]) {
      const refused = await guess();
      expect(refused.body).toEqual({ detail: 'Too many requests' });
      const wait = Number(refused.headers['retry-after']);
      expect(wait).toBeGreaterThan(seconds - 60);
      expect(wait).toBeLessThanOrEqual(seconds);
      await pass(seconds);
      expect(await statusesOf(2, guess)).toEqual([401, 429]);
    }
    expect((await signIn({ email: email.toUpperCase() })).status).toBe(429);
    await pass(2_400 + 3_601);
    expect(await statusesOf(2, guess)).toEqual([401, 401]);
  });

  it('side by side count as well', async () => {
    const { email } = await bench.signUp();
    const answers = await Promise.all(Array.from({ length: 3 * freeMax }, () => signIn({ email })));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(freeMax);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2 * freeMax);
  });

  it('of strangers keep nobody waiting who has signed in from the same address before, but their own count there', async () => {
    const { email } = await bench.signUp();
    const address = newAddress();
    expect((await signIn({ email, password: PASSWORD, address })).status).toBe(200);
    await statusesOf(freeMax, () => signIn({ email }));
    expect((await signIn({ email, password: PASSWORD })).status).toBe(429);
    const guess = () => signIn({ email, address });
    expect(await statusesOf(freeMax - 1, guess)).toEqual([401, 401]);
    expect((await signIn({ email, password: PASSWORD, address })).status).toBe(200);
    expect(await statusesOf(freeMax + 1, guess)).toEqual(ALL_TRIES);
  });

  it('are forgotten after the right one, and are counted for an account that does not exist', async () => {
    const { email } = await bench.signUp();
    for (let round = 0; round < 2; round += 1) {
      await statusesOf(freeMax - 1, () => signIn({ email }));
      expect((await signIn({ email, password: PASSWORD })).status).toBe(200);
    }
    const nobody = () => signIn({ email: 'nobody@example.org' });
    expect(await statusesOf(freeMax + 1, nobody)).toEqual(ALL_TRIES);
  });

  it('of an account that did not exist are forgotten when somebody makes it', async () => {
    const email = 'newcomer@example.org';
    await statusesOf(freeMax, () => signIn({ email }));
    const made = await bench.call('POST', '/api/auth/sign-up/email', {
      headers: { 'x-forwarded-for': newAddress() },
      body: { name: 'Newcomer', email, password: PASSWORD },
    });
    expect(made.status).toBe(200);
    expect((await signIn({ email, password: PASSWORD })).status).toBe(200);
  });

  it('cannot be tried by the change of a password either', async () => {
    const user = await bench.signUp();
    const change = (currentPassword: string) =>
      bench.call('POST', '/api/auth/change-password', {
        headers: { ...user.auth, 'x-forwarded-for': newAddress() },
        body: { currentPassword, newPassword: 'another battery' },
      });
    const statuses = await statusesOf(freeMax + 1, () => change('wrong password'));
    expect(statuses).toEqual([422, 422, 422, 429]);
    await pass(300);
    expect((await change(PASSWORD)).status).toBe(200);
  });

  it('and places are removed when they no longer count', async () => {
    const { email } = await bench.signUp();
    await signIn({ email });
    const { prisma, retention } = bench.store;
    const tries = () => prisma.rateCount.count({ where: { subject: { contains: ' ' } } });
    await retention.removeExpired();
    expect(await tries()).toBeGreaterThan(0);
    await prisma.$executeRaw`UPDATE rate_count SET ends_at = ends_at - interval '91 days'`;
    await retention.removeExpired();
    expect(await tries()).toBe(0);
  });
});
