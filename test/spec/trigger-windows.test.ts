/** @any-shape The intake alone decides, by a statement. */
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@svc/testkit';
import { useOwnProduct } from './own-product.js';

const WINDOW_MS = 1_500;

/** A product of its own, with a window of duplicates that is short enough to be seen ending. */
describe('A trigger URL', () => {
  const own = useOwnProduct({ TRIGGER_DEDUP_WINDOW_MS: String(WINDOW_MS) });

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
