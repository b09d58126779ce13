import { isLockTimeout } from '@svc/database';

/** For so long after a lock was not granted in time, statements do not wait for locks again, in milliseconds. */
const PASSES_MS = 5_000;

/**
 * For work that takes rows of many agents in one transaction. At first it waits for an agent's counter like everybody else. If the counter does not come free in
 * time, the work is done again without the agents whose counters others hold, and so is all such work in the next seconds: one blocked agent does
 * not hold up the others. What was passed over stays due.
 *
 * @returns a function that does such work. The work is told whether it is to pass over agents. A failed try must leave nothing behind.
 */
export function pastBlockedAgents(): <T>(work: (passesOver: boolean) => Promise<T>) => Promise<T> {
  let passesUntilMs = 0;
  return async (work) => {
    if (performance.now() < passesUntilMs) return work(true);
    try {
      return await work(false);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      passesUntilMs = performance.now() + PASSES_MS;
      return work(true);
    }
  };
}
