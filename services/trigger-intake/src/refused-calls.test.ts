import { createLogger } from '@svc/runtime';
import type { NewRefusals } from '@svc/store';
import { RefusedCalls } from './refused-calls.js';

const TASK = { agentId: 'agt_1', ownerId: 'usr_1' };

function bench() {
  const written: NewRefusals[][] = [];
  const told: unknown[] = [];
  const state = { nowMs: 1_000 };
  const calls = new RefusedCalls({
    intake: {
      async countRefused(refusals) {
        written.push(refusals.map((refusal) => ({ ...refusal })));
        return refusals.map(({ taskId }) => ({ taskId, ...TASK }));
      },
    },
    hints: { runChanged: (hint) => void told.push(hint) },
    metrics: { refused: () => {} },
    clock: { nowMs: () => state.nowMs },
    logger: createLogger({ service: 'test', level: 'silent' }),
  });
  return { calls, written, told, state };
}

describe('refused calls', () => {
  it('are written once for each task, however many there were, and told to its consoles', async () => {
    const { calls, written, told, state } = bench();
    for (let count = 0; count < 1_000; count += 1) calls.count('tsk_1', 'signature_wrong');
    state.nowMs = 2_000;
    calls.count('tsk_1', 'signature_missing');
    calls.count('tsk_2', 'signature_wrong');
    await calls.start();
    await calls.stop();
    expect(written).toEqual([
      [
        { taskId: 'tsk_1', count: 1_001, lastAtMs: 2_000, lastReason: 'signature_missing' },
        { taskId: 'tsk_2', count: 1, lastAtMs: 2_000, lastReason: 'signature_wrong' },
      ],
    ]);
    const ids = { agentId: 'agt_1', userId: 'usr_1' };
    expect(told).toEqual(['tsk_1', 'tsk_2'].map((taskId) => ({ taskId, ...ids })));
  });
});
