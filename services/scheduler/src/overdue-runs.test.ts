import { createLogger } from '@svc/runtime';
import type { OverdueRun, OverdueStep } from '@svc/store';
import { Registry } from 'prom-client';
import { overdueRuns } from './due-steps.js';
import { runAll } from './steps.suite.js';

const run = (runId: string, agentId: string): OverdueRun => ({
  ...{ runId, agentId, taskId: 'tsk_1', userId: 'user_1' },
});

/** Moves on what these claims find. A run whose step is an error is one that cannot be moved on. */
async function moveOn(claims: OverdueRun[][], steps: Record<string, OverdueStep | Error | null>) {
  const told: unknown[] = [];
  const metrics = new Registry();
  await runAll(
    overdueRuns({
      store: {
        overdueRuns: {
          async claim(limit) {
            const runs = claims.shift() ?? [];
            return { looked: claims.length > 0 ? limit : runs.length, runs };
          },
          async step({ runId }) {
            told.push(runId);
            const step = steps[runId] ?? null;
            if (step instanceof Error) throw step;
            return step;
          },
        },
      },
      announcer: { announce: ({ eventId }) => void told.push(eventId) },
      hints: {
        eventChanged: (eventId) => told.push(`event ${eventId}`),
        messageChanged: ({ messageId }) => told.push(`message ${messageId}`),
        runChanged: ({ runId }) => told.push(`run ${runId}`),
      },
      logger: createLogger({ service: 'test', level: 'silent' }),
      metrics,
    }),
  );
  const counted = await metrics.getSingleMetric('overdue_runs_total')?.get();
  return { told, counts: counted?.values.map(({ labels, value }) => [labels['step'], value]) };
}

describe('overdue runs', () => {
  it('of an agent whose rows are held do not keep those of others waiting', async () => {
    const claim = [run('run_1', 'agt_1'), run('run_2', 'agt_1'), run('run_3', 'agt_2')];
    const retried: OverdueStep = { step: 'retried' };
    const steps = { run_1: new Error('Locked'), run_2: retried, run_3: retried };
    const { told, counts } = await moveOn([claim], steps);
    expect(told).toEqual(['run_1', 'run_3', 'run run_3']);
    expect(counts).toEqual([
      ['stuck', 1],
      ['retried', 1],
    ]);
  });
});
