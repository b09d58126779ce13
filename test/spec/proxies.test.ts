/** @only-in-all Starts a product with other settings, for what the interface leaves to an operator. */
import { describe, expect, it } from '@jest/globals';
import { httpCall } from '@svc/testkit';
import type { HttpAnswer } from '@svc/testkit';
import { expectRefusal } from './answers.js';
import { useOwnProduct } from './own-product.js';

const SIGN_INS = 5;
const TRIGGER_CALLS = 10;
/** Loopback is trusted by default, so these tests are the first proxy, and a proxy of this address stands before it. */
const SECOND_PROXY = '127.0.0.9';

/**
 * Two people behind the same proxies: what the one does is not counted against the other. Each test names accounts of its own, because wrong passwords of an
 * account are counted for all addresses together as well.
 */
describe('Behind proxies', () => {
  const own = useOwnProduct({
    RATE_LIMIT_AUTH_PER_MINUTE: String(SIGN_INS),
    RATE_LIMIT_TRIGGER_ADDRESS_PER_MINUTE: String(TRIGGER_CALLS),
  });

  function from(way: string, path: string, body: unknown): Promise<HttpAnswer> {
    return httpCall(own.product.url + path, { body, headers: { 'x-forwarded-for': way } });
  }

  const signIn = (way: string, email: string): Promise<HttpAnswer> =>
    from(way, '/api/auth/sign-in/email', { email, password: 'no such password' });

  async function expectShutOut(
    count: number,
    call: () => Promise<HttpAnswer>,
    status: number,
  ): Promise<void> {
    for (let done = 0; done < count; done += 1) expect((await call()).status).toBe(status);
    expectRefusal(await call(), 429, 'Too many requests');
  }

  it.each([
    ['one proxy', '', ['203.0.113.1', '203.0.113.2']],
    ['two proxies', `, ${SECOND_PROXY}`, ['203.0.113.3', '203.0.113.4']],
  ])('one person’s wrong passwords do not shut out another: %s', async (_, behind, [mallory, ada]) => {
    await expectShutOut(SIGN_INS, () => signIn(mallory + behind, `${mallory}@example.org`), 401);
    expect((await signIn(ada + behind, `${ada}@example.org`)).status).toBe(401);
  });

  it('one address’s calls of trigger URLs do not shut out another', async () => {
    const path = `/webhook/${'cd'.repeat(32)}`;
    await expectShutOut(TRIGGER_CALLS, () => from(`203.0.113.5, ${SECOND_PROXY}`, path, {}), 404);
    expect((await from(`203.0.113.6, ${SECOND_PROXY}`, path, {})).status).toBe(404);
  });

  it('nobody becomes another by what it says of itself', async () => {
    let said = 0;
    const call = () => signIn(`198.51.100.${(said += 1)}, 203.0.113.7`, 'eve@example.org');
    await expectShutOut(SIGN_INS, call, 401);
  });
});
