import { PASSWORD, statusesOf, useGateway } from './gateway.suite.js';
import type { TestAgent } from './gateway.suite.js';

const bench = useGateway({
  rateLimits: {
    agentPerMinute: 5,
    userPerMinute: 8,
    agentBytesPerMinute: 1_000,
    userBytesPerMinute: 10_000,
    authPerMinute: 12,
    failedCredentialsPerMinute: 3,
  },
});

/** Begins the login of a program, and resolves with its code. */
async function beginAt(address: string): Promise<string> {
  const headers = { 'x-forwarded-for': address };
  const program = { client_name: 'svc', scopes: ['read'] };
  const { body } = await bench.call('POST', '/api/auth/device/code', { headers, body: program });
  return String(body.device_code);
}

function exchangeAt(address: string, device_code: string) {
  const headers = { 'x-forwarded-for': address };
  const body = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code };
  return bench.call('POST', '/api/auth/device/token', { headers, body });
}

describe('rate limits', () => {
  it('hold for the bytes of each agent by itself', async () => {
    const [agent, other] = [await bench.addAgent(), await bench.addAgent()];
    const message = { type: 'message', text: 'x'.repeat(400) };
    const say = ({ call }: TestAgent) => call('POST', '/api/agent/events', message);
    expect(await statusesOf(3, () => say(agent))).toEqual([200, 200, 429]);
    expect((await say(other)).status).toBe(200);
  });

  it('stop a program that asks for its key without pause, and do not stop one that waits', async () => {
    const code = await beginAt('198.51.100.21');
    // The first one is in time.
    const statuses = await statusesOf(5, () => exchangeAt('198.51.100.22', code));
    expect(statuses).toEqual([400, 400, 400, 400, 429]);
  });

  it('stop an address that guesses tokens, and no token of a session, with our signature or without', async () => {
    const user = await bench.signUp();
    const guess = { 'x-forwarded-for': '198.51.100.20' };
    const call = (authorization: string) =>
      bench.call('GET', '/api/client/agents', { headers: { ...guess, authorization } });
    let tries = 0;
    expect(await statusesOf(4, () => call(`Bearer guess${(tries += 1)}`))).toEqual([401, 401, 401, 429]);
    const signed = user.auth['authorization'];
    const unsigned = decodeURIComponent(signed).split('.', 1)[0]!;
    expect([(await call(signed)).status, (await call(unsigned)).status]).toEqual([200, 200]);
    expect((await call('Bearer guess.signature')).status).toBe(429);
  });

  it('stop an address that exchanges codes that are none, and no right code', async () => {
    const address = '198.51.100.24';
    const code = await beginAt(address);
    let tries = 0;
    const guess = () => exchangeAt(address, `code ${(tries += 1)}`);
    expect(await statusesOf(4, guess)).toEqual([400, 400, 400, 429]);
    expect((await exchangeAt(address, code)).body).toMatchObject({ error: 'authorization_pending' });
  });

  it('do not shut out somebody who has signed in from the address before, whatever others do there', async () => {
    const shared = { 'x-forwarded-for': '198.51.100.77' };
    const signIn = (email: string, password: string) =>
      bench.call('POST', '/api/auth/sign-in/email', { headers: shared, body: { email, password } });
    const [known, unknown] = [await bench.signUp(), await bench.signUp()];
    expect((await signIn(known.email, PASSWORD)).status).toBe(200);
    let tries = 0;
    await statusesOf(12, () => signIn(`b${(tries += 1)}@example.org`, 'wrong-password'));
    expect((await signIn(unknown.email, PASSWORD)).status).toBe(429);
    expect((await signIn(known.email, 'wrong-password')).status).toBe(401);
    expect((await signIn(known.email, PASSWORD)).status).toBe(200);
  });
});
