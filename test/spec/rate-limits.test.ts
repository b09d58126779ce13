import { describe, expect, it } from '@jest/globals';
import { httpCall, Person } from '@svc/testkit';
import type { HttpAnswer } from '@svc/testkit';
import { expectRefusal } from './answers.js';
import { baseUrl, useProduct } from './product-under-test.js';

/** The defaults of the decision "Rate limits", each a minute. */
const LIMITS = { agent: 1_200, user: 600, failedCredentials: 60 };
const AT_ONCE = 50;

/** Makes calls, some at once, until one is answered 429 or there were as many. */
async function callUntilLimited(count: number, call: () => Promise<HttpAnswer>): Promise<HttpAnswer[]> {
  const answers: HttpAnswer[] = [];
  while (answers.length < count && !answers.some(({ status }) => status === 429)) {
    const some = Math.min(AT_ONCE, count - answers.length);
    answers.push(...(await Promise.all(Array.from({ length: some }, call))));
  }
  return answers;
}

function expectLimitedOnly(answers: HttpAnswer[], within: number, status: number): void {
  expect(answers.length).toBe(within + 1);
  expect(answers.filter((answer) => answer.status === status)).toHaveLength(within);
  const limited = answers.find((answer) => answer.status === 429);
  expect(limited).toBeDefined();
  expectRefusal(limited!, 429, 'Too many requests');
  const retryAfterSeconds = Number(limited?.headers['retry-after']);
  expect(retryAfterSeconds).toBeLessThanOrEqual(60);
}

describe('Beyond its rate', () => {
  const bench = useProduct();

  it('an agent gets 429 with Retry-After, and other agents do not', async () => {
    const [busy, calm] = [await bench.person.createAgent(), await bench.person.createAgent()];
    const answers = await callUntilLimited(LIMITS.agent + 1, () => busy.call('/api/agent/me'));
    expectLimitedOnly(answers, LIMITS.agent, 200);
    expect((await calm.call('/api/agent/me')).status).toBe(200);
  });

  it('a user gets 429 with Retry-After, and other users do not', async () => {
    const busy = await Person.signUp(baseUrl);
    const answers = await callUntilLimited(LIMITS.user + 1, () => busy.call('/agents'));
    expectLimitedOnly(answers, LIMITS.user, 200);
    expect((await bench.person.call('/agents')).status).toBe(200);
  });

  it('a caller with wrong credentials gets 429 with Retry-After, and other agents behind its address do not', async () => {
    const [attacked, other] = [await bench.person.createAgent(), await bench.person.createAgent()];
    const wrong = attacked.withSecret(`svc_${'0'.repeat(40)}`);
    const answers: HttpAnswer[] = [];
    for (let count = 0; count <= LIMITS.failedCredentials; count += 1)
      answers.push(await wrong.call('/api/agent/me'));
    expectLimitedOnly(answers, LIMITS.failedCredentials, 401);
    expect((await other.call('/api/agent/me')).status).toBe(200);
  });

  it('nothing is held against who stays within: the answers before are whole', async () => {
    const answer = await httpCall(`${baseUrl}/health/ready`);
    expect(answer.status).toBe(200);
  });
});
