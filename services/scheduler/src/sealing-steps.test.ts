import { createLogger } from '@svc/runtime';
import type { ResealingStep, SealedWith } from '@svc/store';
import { Registry } from 'prom-client';
import { sealingStep } from './sealing-steps.js';
import { runAll } from './steps.suite.js';

const AGENTS = 'agent.secret_sealed';
const TRIGGERS = 'task.trigger_sealed';

type Left = (SealedWith & { count: number })[];

/** Runs passes over these steps. What is left is asked before each, and behind one that has sealed something. */
async function passes(count: number, left: Left[], steps: (Partial<ResealingStep> | Error)[]) {
  const asked: string[] = [];
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) };
  const metrics = new Registry();
  const step = sealingStep({
    store: {
      sealing: {
        keyIds: () => ['new', 'old', 'oldest'],
        left: async () => left.shift() ?? [],
        step: async ({ column, keyId, after }) => {
          asked.push(`${column} ${keyId} ${after === '' ? '-' : after}`);
          const next = steps.shift() ?? {};
          if (next instanceof Error) throw next;
          return { resealed: 0, unopened: [], next: null, ...next };
        },
      },
    },
    logger: createLogger({ service: 'test', level: 'info', destination }),
    metrics,
  });
  let failures = 0;
  for (let pass = 0; pass < count; pass += 1) await runAll(step).catch(() => void (failures += 1));
  const shown = await metrics.getSingleMetric('sealed_values_left')!.get();
  const leftAtEnd = Object.fromEntries(shown.values.map(({ labels, value }) => [labels['key'], value]));
  return { asked, failures, leftAtEnd, told: lines.map(({ level, msg }) => [level, msg]) };
}

describe('values that another key has sealed', () => {
  it('are sealed anew step by step, until the other keys are not needed any more', async () => {
    const before: Left = [
      { column: AGENTS, keyId: 'old', count: 150 },
      { column: TRIGGERS, keyId: 'oldest', count: 1 },
    ];
    const steps = [{ resealed: 100, next: 'agt_100' }, { resealed: 50 }, { resealed: 1 }];
    const { asked, leftAtEnd, told } = await passes(1, [before, []], steps);
    expect(asked).toEqual([`${AGENTS} old -`, `${AGENTS} old agt_100`, `${TRIGGERS} oldest -`]);
    expect(leftAtEnd).toEqual({ old: 0, oldest: 0 });
    const done = 'all values are sealed with the sealing key: no other key is needed any more';
    expect(told).toEqual([['info', done]]);
  });

  it('are left alone if this process lacks their key, and told of once', async () => {
    const lost: Left = [{ column: AGENTS, keyId: 'lost', count: 2 }];
    const { asked, leftAtEnd, told } = await passes(3, [lost, lost, lost], []);
    expect(asked).toEqual([]);
    expect(leftAtEnd).toEqual({ lost: 2, old: 0, oldest: 0 });
    expect(told).toHaveLength(1);
  });

  it('are taken up in the next pass after a failure', async () => {
    const part: Left = [{ column: AGENTS, keyId: 'old', count: 1 }];
    const steps = [new Error('away'), { resealed: 1 }];
    const { failures, leftAtEnd, told } = await passes(2, [part, part, []], steps);
    expect(leftAtEnd).toEqual({ old: 0, oldest: 0 });
    expect(failures).toBe(1);
    expect(told.map(([level]) => level)).toEqual(['info']);
  });
});
