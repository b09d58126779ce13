import { Loop } from '@svc/runtime';
import type { Logger, Sleep } from '@svc/runtime';
import type { Deletions } from '@svc/store';

/** How often deletions under way are looked for, in milliseconds. */
const LOOK_INTERVAL_MS = 1_000;

/** In this order, because an agent's tasks are removed with it, and a user is removed after its agents. */
const KINDS = ['conversation', 'task', 'agent', 'user'] as const;

type Kind = (typeof KINDS)[number];

/** Removes deleted rows in small steps. Any number of schedulers may do so: each takes rows that no other scheduler holds. */
export function createDeletionSteps(options: {
  store: { deletions: Pick<Deletions, 'step'> };
  logger: Logger;
  sleep: Sleep;
}): Loop {
  const { store, logger, sleep } = options;

  async function step(kind: Kind): Promise<boolean> {
    try {
      // The next one of its kind has its turn at once, so that any number of those that fail keep no other one waiting.
      return await store.deletions.step({ kind, rests: leave });
    } catch (error) {
      leave(error);
      return false;
    }

    function leave(error: unknown): void {
      logger.warn({ err: error, kind }, 'a deletion did not go on, it is tried again');
    }
  }

  return new Loop({
    name: 'deletion-steps',
    intervalMs: LOOK_INTERVAL_MS,
    async turn(signal) {
      // They take turns, so that no deletion waits for a large one of another kind.
      for (let isMoving = true; isMoving && !signal.aborted;) {
        isMoving = false;
        for (const kind of KINDS) if (await step(kind)) isMoving = true;
      }
    },
    logger,
    sleep,
  });
}
