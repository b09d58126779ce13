import { writeTogether } from './batcher.js';

/** One that is forgotten is only written more often. */
const REMEMBERED_MAX = 10_000;

/**
 * Writes that something happens now, of each subject once in an interval. No call should wait for it. A
 * subject that was written within the interval costs nothing, whether or not the database took it.
 * @param write gets the ids of the subjects, each once or more often.
 */
export function rareWrites(
  intervalMs: number,
  write: (ids: string[]) => Promise<unknown>,
): (id: string) => Promise<void> {
  const writtenAtMs = new Map<string, number>();
  const add = writeTogether(write, { callsMax: 1 });
  return async (id) => {
    const nowMs = performance.now();
    if (nowMs - (writtenAtMs.get(id) ?? -Infinity) < intervalMs) return;
    writtenAtMs.delete(id);
    writtenAtMs.set(id, nowMs);
    const [oldest] = writtenAtMs.keys();
    if (writtenAtMs.size > REMEMBERED_MAX && oldest !== undefined) writtenAtMs.delete(oldest);
    await add(id);
  };
}
