import type { HubLimits } from './limits.js';

/**
 * Asks the store which events to push, and once more if the answer comes too late: this process may have stood still meanwhile, and a person may have erased a
 * message since. The second answer is taken however long it took. Then the database is slow, and further tries would only add to its load.
 */
export async function freshAnswer<T>(
  ask: () => Promise<T>,
  { answerMsMax }: Pick<HubLimits, 'answerMsMax'>,
): Promise<T> {
  const askedAtMs = performance.now();
  const answer = await ask();
  return performance.now() - askedAtMs <= answerMsMax ? answer : ask();
}
