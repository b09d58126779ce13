import { eventually } from '@svc/testkit';
import { expectRefusal } from './answers.js';
import { useOwnProduct } from './own-product.js';
import type { OwnProduct } from './own-product.js';

const WAITING_MAX = 3;
/** Short enough to be seen ending. */
const WINDOW_MS = 1_500;
const FULL = 'Too many triggers of this task are waiting for its agent';

async function offlineAgent(own: OwnProduct) {
  const { agent, ...task } = await own.triggeredAgent();
  const call = (n: number) => own.fire(task.trigger_id, { n });
  return { agent, task, call };
}

describe('A trigger URL', () => {
  const own = useOwnProduct({
    TRIGGER_WAITING_MAX: String(WAITING_MAX),
    TRIGGER_DEDUP_WINDOW_MS: String(WINDOW_MS),
  });

  it('answers 429 with Retry-After where as many wait as may, and starts nothing; takes the payload once a run has ended', async () => {
    const { agent, task, call } = await offlineAgent(own);
    for (const n of [1, 2, 3]) await own.expectQueued(task.trigger_id, { n });
    const refused = await call(4);
    expect(refused.status).toBe(429);
    expectRefusal(refused, 429, FULL);
    expect(Number(refused.headers['retry-after'])).toBe(60);
    expect(await own.person.tasks.runs(task.id)).toHaveLength(WAITING_MAX);
    const [oldest] = await agent.tasks.pendingTriggers();
    await agent.tasks.complete(oldest?.run_id ?? '');
    // A count is used for some milliseconds.
    let taken = await call(4);
    while (taken.status === 429) taken = await call(4);
    expect(taken.body).toEqual({ status: 'queued' });
    expectRefusal(await call(5), 429, FULL);
  });

  it('forgets a payload when the window ends, and duplicates do not extend it', async () => {
    const { agent, trigger_id } = await own.triggeredAgent();
    const call = async () => (await own.fire(trigger_id, { order: 1 })).body as { status: string };
    const startedAtMs = Date.now();
    // Both at once: on a busy machine one call may take as long as the window.
    const first = await Promise.all([call(), call()]);
    expect(first.map(({ status }) => status).sort()).toEqual(['duplicate', 'queued']);
    // One duplicate after the other, at most 250 ms apart: were the window extended by them, the wait would fail.
    const isOver = ({ status }: { status: string }) => status !== 'duplicate';
    expect(await eventually(call, isOver, { what: 'the window to end' })).toEqual({ status: 'queued' });
    expect(Date.now() - startedAtMs).toBeGreaterThanOrEqual(WINDOW_MS);
    const pending = await agent.tasks.pendingTriggers();
    expect(new Set(pending.map(({ run_id }) => run_id)).size).toBe(2);
  });
});
