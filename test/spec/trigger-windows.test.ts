/** @any-shape The intake alone decides, by a statement and by its own counts. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, httpCall } from '@svc/testkit';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { expectRefusal } from './answers.js';
import { useOwnProduct } from './own-product.js';

const WINDOW_MS = 1_500;
const LIMITS = { trigger: 200, address: 700 };
const AT_ONCE = 20;
const UNKNOWN = 'b'.repeat(64);

/** A product of its own, with a window of duplicates that is short enough to be seen ending, and limits that are soon reached. */
describe('A trigger URL', () => {
  const own = useOwnProduct({
    TRIGGER_DEDUP_WINDOW_MS: String(WINDOW_MS),
    RATE_LIMIT_TRIGGER_PER_MINUTE: String(LIMITS.trigger),
    RATE_LIMIT_TRIGGER_ADDRESS_PER_MINUTE: String(LIMITS.address),
  });
  let agent: AgentClient;

  beforeAll(async () => {
    agent = await own.person.createAgent();
  });

  /** A call that comes over a proxy from this address. */
  function call(triggerId: string, address: string): Promise<HttpAnswer> {
    const headers = { 'x-forwarded-for': address };
    return httpCall(`${own.product.url}/webhook/${triggerId}`, { body: { order: 1 }, headers });
  }

  async function calls(count: number, triggerId: string, address: string): Promise<HttpAnswer[]> {
    const answers: HttpAnswer[] = [];
    while (answers.length < count) {
      const some = Math.min(AT_ONCE, count - answers.length);
      answers.push(...(await Promise.all(Array.from({ length: some }, () => call(triggerId, address)))));
    }
    return answers;
  }

  it('forgets a payload when the window ends, and duplicates do not extend it', async () => {
    const { trigger_id } = await agent.tasks.createTriggered();
    const startedAtMs = Date.now();
    // Both at once: on a busy machine one call may take as long as the window.
    const first = await Promise.all([call(trigger_id, '192.0.2.1'), call(trigger_id, '192.0.2.1')]);
    const statuses = first.map(({ body }) => (body as { status: string }).status);
    expect(statuses.sort()).toEqual(['duplicate', 'queued']);
    // One duplicate after the other, at most 250 ms apart: were the window extended by them, the wait would fail.
    const again = await eventually(
      async () => (await call(trigger_id, '192.0.2.1')).body as { status: string },
      ({ status }) => status !== 'duplicate',
      { what: 'the window to end' },
    );
    expect(again).toEqual({ status: 'queued' });
    expect(Date.now() - startedAtMs).toBeGreaterThanOrEqual(WINDOW_MS);
    const pending = await agent.tasks.pendingTriggers();
    expect(pending.map(({ payload }) => payload)).toEqual([{ order: 1 }, { order: 1 }]);
    expect(new Set(pending.map(({ run_id }) => run_id)).size).toBe(2);
  });

  it('answers 429 with Retry-After beyond its rate, whoever calls; others are not held back', async () => {
    const [busy, calm] = [await agent.tasks.createTriggered(), await agent.tasks.createTriggered()];
    const answers = await calls(LIMITS.trigger, busy.trigger_id, '192.0.2.2');
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expectRefusal(await call(busy.trigger_id, '192.0.2.3'), 429, 'Too many requests');
    expect((await call(calm.trigger_id, '192.0.2.2')).status).toBe(200);
  });

  it('answers 429 with Retry-After to an address beyond its rate, which guesses as well', async () => {
    const { trigger_id } = await agent.tasks.createTriggered();
    const answers = await calls(LIMITS.address, UNKNOWN, '192.0.2.4');
    expect(answers.filter(({ status }) => status === 404).length).toBeGreaterThan(LIMITS.address / 2);
    expectRefusal(await call(UNKNOWN, '192.0.2.4'), 429, 'Too many requests');
    expectRefusal(await call(trigger_id, '192.0.2.4'), 429, 'Too many requests');
    expect((await call(trigger_id, '192.0.2.5')).status).toBe(200);
  });
});
