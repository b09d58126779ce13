/** @any-shape The process that is called counts by itself. */
import { describe, expect, it } from '@jest/globals';
import { httpCall, Person } from '@svc/testkit';
import type { HttpAnswer } from '@svc/testkit';
import { expectRefusal } from './answers.js';
import { useOwnProduct } from './own-product.js';

const LIMITS = { agent: 60, user: 40, triggerBytes: 100_000, wrong: 10 };

/**
 * Limits that are reached long before their minute ends, however busy the machine is. The defaults stand in the
 * gateway's `env.test.ts`, and those that few calls reach in `default-settings.test.ts`.
 */
describe('Beyond its rate', () => {
  const own = useOwnProduct({
    RATE_LIMIT_AGENT_PER_MINUTE: String(LIMITS.agent),
    RATE_LIMIT_USER_PER_MINUTE: String(LIMITS.user),
    RATE_LIMIT_TRIGGER_BYTES_PER_MINUTE: String(LIMITS.triggerBytes),
    RATE_LIMIT_FAILED_CREDENTIALS_PER_MINUTE: String(LIMITS.wrong),
  });

  it('an agent gets 429 with Retry-After, and other agents do not', async () => {
    const [busy, calm] = [await own.person.createAgent(), await own.person.createAgent()];
    await expectLimited(LIMITS.agent, () => busy.call('/api/agent/me'));
    expect((await calm.call('/api/agent/me')).status).toBe(200);
  });

  it('a trigger gets 429 with Retry-After for its bytes, and other triggers do not', async () => {
    const agent = await own.person.createAgent();
    const [leaked, other] = await Promise.all(
      ['Leaked', 'Other'].map((name) => agent.tasks.create({ name, prompt: 'Check it.', schedule: 'event' })),
    );
    const fire = (triggerId: unknown, call: number): Promise<HttpAnswer> =>
      httpCall(`${own.product.url}/webhook/${String(triggerId)}`, {
        body: { call, padding: 'x'.repeat(LIMITS.triggerBytes / 2) },
      });
    expect((await fire(leaked?.trigger_id, 1)).status).toBe(200);
    expect((await fire(leaked?.trigger_id, 2)).status).toBe(200);
    expectRefusal(await fire(leaked?.trigger_id, 3), 429, 'Too many requests');
    expect((await fire(other?.trigger_id, 1)).status).toBe(200);
  });

  it('an address gets 429 for wrong credentials, and is let in there with right ones', async () => {
    const person = await Person.signUp(own.product.url);
    const agent = await person.createAgent();
    const body = { name: 'Backup', scopes: ['read'], expires_in_seconds: 60 };
    const { secret } = (await person.call('/account/keys', { body })).body as { secret: string };
    const wrongTokens = Array.from({ length: LIMITS.wrong }, (_, index) => [
      `nonsense${index}`,
      `svc_pat_${String(index).repeat(32)}_${'0'.repeat(40)}`,
    ]).flat();
    const withToken = (token: string): Promise<HttpAnswer> =>
      person.at(own.product.url, token).call('/agents');
    for (const token of wrongTokens) expect((await withToken(token)).status).toBeGreaterThanOrEqual(401);
    expectRefusal(await withToken('nonsense'), 429, 'Too many requests');
    expect((await withToken(secret)).status).toBe(200);
    const wrongSecret = { 'x-svc-secret': `svc_${'0'.repeat(40)}` };
    for (let call = 0; call < LIMITS.wrong; call += 1)
      expectRefusal(await agent.call('/api/agent/me', { headers: wrongSecret }), 401);
    expectRefusal(await agent.call('/api/agent/me', { headers: wrongSecret }), 429, 'Too many requests');
    expect((await agent.call('/api/agent/me')).status).toBe(200);
  });

  it('an address gets 429 for sign-outs without a session, and who has one signs out', async () => {
    const person = await Person.signUp(own.product.url);
    const signOut = (headers: Record<string, string>): Promise<HttpAnswer> =>
      httpCall(`${own.product.url}/api/auth/sign-out`, { body: {}, headers });
    await expectLimited(LIMITS.wrong, () => signOut({}));
    expect((await signOut({ authorization: `Bearer ${person.token}` })).status).toBe(200);
  });

  it('anybody may ask whether there is a session, as the console does first', async () => {
    const ask = () => httpCall(`${own.product.url}/api/auth/get-session`);
    const answers = await Promise.all(Array.from({ length: LIMITS.wrong + 1 }, ask));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('a user gets 429 with Retry-After, and other users do not', async () => {
    const busy = await Person.signUp(own.product.url);
    await expectLimited(LIMITS.user, () => busy.call('/agents'));
    expect((await own.person.call('/agents')).status).toBe(200);
  });
});

/** Makes one call more than a minute may see, some at once: this one is refused, and no other. */
async function expectLimited(within: number, call: () => Promise<HttpAnswer>): Promise<void> {
  const answers = await Promise.all(Array.from({ length: within }, call));
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(within).fill(200));
  const limited = await call();
  expectRefusal(limited, 429, 'Too many requests');
  expect(Number(limited.headers['retry-after'])).toBeLessThanOrEqual(60);
}
