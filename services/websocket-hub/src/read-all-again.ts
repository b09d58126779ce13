import type { Sessions } from './sessions.js';

/** Sessions that are set back at once, and the pause before the next ones, so that they do not all ask the database together. */
const SESSIONS_AT_ONCE = 200;
const PAUSE_MS = 20;

/**
 * Has every session look at all of its agent's open events again, also at those that wait.
 *
 * While a hub is believed to be gone, its agents count as offline and their events are left waiting, which nobody would push before the
 * agents connect anew, though they never noticed.
 */
export async function readAllAgain(sessions: Sessions): Promise<void> {
  let count = 0;
  for (const session of sessions.all()) {
    session.catchUp.rewindTo(0);
    count += 1;
    if (count % SESSIONS_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
