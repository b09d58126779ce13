import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@svc/runtime';
import type { DeletionTarget } from '@svc/store';
import { createDeletionSteps } from './deletion-steps.js';

const logger = createLogger({ service: 'scheduler-test', level: 'silent' });

/** Carries out one turn of a store that has so many steps to do of each kind, or fails. Returns the steps that did something. */
async function turn(
  work: Partial<Record<DeletionTarget['kind'], number | Error>>,
  resting: DeletionTarget['kind'][] = [],
): Promise<string[]> {
  const done: string[] = [];
  let ended = (): void => {};
  const isOver = new Promise<void>((resolve) => (ended = resolve));
  const steps = createDeletionSteps({
    store: {
      deletions: {
        async step({ kind, rests }) {
          if (resting[0] === kind) {
            resting.shift();
            rests?.(new Error('no'));
            return true;
          }
          const left = work[kind] ?? 0;
          if (left instanceof Error) throw left;
          if (left === 0) return false;
          work[kind] = left - 1;
          done.push(kind);
          return true;
        },
      },
    },
    logger,
    sleep: async () => ended(),
  });
  await steps.start();
  await isOver;
  await steps.stop();
  return done;
}

describe('deletions under way', () => {
  it('take turns, so that a small one does not wait for a large one', async () => {
    expect(await turn({ conversation: 3, agent: 2, user: 1 })).toEqual([
      ...['conversation', 'agent', 'user', 'conversation', 'agent', 'conversation'],
    ]);
  });

  it('go on while one of another kind fails', async () => {
    expect(await turn({ conversation: new Error('no'), task: 2 })).toEqual(['task', 'task']);
  });

  it('go on behind any number of the same kind that fail', async () => {
    expect(await turn({ task: 1 }, ['task', 'task', 'task'])).toEqual(['task']);
  });
});
