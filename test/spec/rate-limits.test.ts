import { httpCall, Person } from '@svc/testkit';
import type { HttpAnswer } from '@svc/testkit';
import { expectRefusal } from './answers.js';
import { useOwnProduct } from './own-product.js';

const LIMITS = { agent: 60, user: 40, trigger: 30, triggerBytes: 100_000, address: 40, wrong: 10 };

/**
 * Limits that are reached long before their minute ends, however busy the machine is. The defaults stand in the
 * gateway's `env.test.ts`, and those that few calls reach in `default-settings.test.ts`.
 */
describe('Beyond its rate', () => {
  const own = useOwnProduct({
    RATE_LIMIT_AGENT_PER_MINUTE: String(LIMITS.agent),
    RATE_LIMIT_USER_PER_MINUTE: String(LIMITS.user),
    RATE_LIMIT_TRIGGER_PER_MINUTE: String(LIMITS.trigger),
    RATE_LIMIT_TRIGGER_ADDRESS_PER_MINUTE: String(LIMITS.address),
    RATE_LIMIT_TRIGGER_BYTES_PER_MINUTE: String(LIMITS.triggerBytes),
    RATE_LIMIT_FAILED_CREDENTIALS_PER_MINUTE: String(LIMITS.wrong),
  });

  it('an agent gets 429 with Retry-After, and other agents do not', async () => {
    const [busy, calm] = [await own.person.createAgent(), await own.person.createAgent()];
    await expectLimited(LIMITS.agent, () => busy.call('/api/agent/me'));
    expect((await calm.call('/api/agent/me')).status).toBe(200);
  });

  it('a trigger gets 429 with Retry-After for its calls and its bytes, and others do not', async () => {
    const agent = await own.person.createAgent();
    const tasks = await Promise.all(Array.from({ length: 3 }, () => agent.tasks.createTriggered()));
    const [busy = '', large = '', other = ''] = tasks.map(({ trigger_id }) => trigger_id);
    await expectLimited(LIMITS.trigger, () => own.fire(busy, {}));
    const padding = 'x'.repeat(LIMITS.triggerBytes / 2);
    for (const call of [1, 2]) expect((await own.fire(large, { call, padding })).status).toBe(200);
    expectRefusal(await own.fire(large, { call: 3, padding }), 429, 'Too many requests');
    expect((await own.fire(other, {})).status).toBe(200);
  });

  it('an address gets 429 for calls of trigger URLs, also unknown ones, behind proxies too', async () => {
    const path = `/webhook/${'cd'.repeat(32)}`;
    // Loopback is trusted by default, so this test is the first proxy, and one of this address stands before it.
    const from = (way: string): Promise<HttpAnswer> =>
      httpCall(own.product.url + path, { body: {}, headers: { 'x-forwarded-for': `${way}, 127.0.0.9` } });
    let said = 0;
    // Nobody becomes another by what it says of itself.
    await expectLimited(LIMITS.address, () => from(`198.51.100.${(said += 1)}, 203.0.113.5`), 404);
    expect((await from('203.0.113.6')).status).toBe(404);
  });

  it('an address gets 429 for wrong credentials, and is let in there with right ones', async () => {
    const person = await Person.signUp(own.product.url);
    const agent = await person.createAgent();
    const withToken = (token: string): Promise<HttpAnswer> => person.withToken(token).call('/agents');
    for (let call = 0; call < LIMITS.wrong; call += 1) expectRefusal(await withToken(`nonsense${call}`), 401);
    expectRefusal(await withToken('nonsense'), 429, 'Too many requests');
    expect((await withToken(person.token)).status).toBe(200);
    const wrongSecret = { 'x-svc-secret': `svc_${'0'.repeat(40)}` };
    for (let call = 0; call < LIMITS.wrong; call += 1)
      expectRefusal(await agent.call('/api/agent/me', { headers: wrongSecret }), 401);
    expectRefusal(await agent.call('/api/agent/me', { headers: wrongSecret }), 429, 'Too many requests');
    expect((await agent.call('/api/agent/me')).status).toBe(200);
  });

  it('a user gets 429 with Retry-After, and other users do not', async () => {
    const busy = await Person.signUp(own.product.url);
    await expectLimited(LIMITS.user, () => busy.call('/agents'));
    expect((await own.person.call('/agents')).status).toBe(200);
  });
});

/** Makes one call more than a minute may see, some at once: this one is refused, and no other. */
async function expectLimited(within: number, call: () => Promise<HttpAnswer>, status = 200): Promise<void> {
  const answers = await Promise.all(Array.from({ length: within }, call));
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(within).fill(status));
  const limited = await call();
  expectRefusal(limited, 429, 'Too many requests');
  expect(Number(limited.headers['retry-after'])).toBeLessThanOrEqual(60);
}
