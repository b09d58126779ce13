import type { Sessions } from './sessions.js';

/** Sessions that are set back at once, and the pause before the next ones, so that they do not all ask the database at the same time. */
const SESSIONS_AT_ONCE = 200;
const PAUSE_MS = 20;

/**
 * Makes every session read all of its agent's open events again, also waiting ones.
 *
 * While a hub counts as gone, its agents count as offline and their events are parked. The agents do not notice and do not connect again,
 * so without this nobody would push the parked events.
 */
export async function readAllAgain(sessions: Sessions): Promise<void> {
  let count = 0;
  for (const session of sessions.all()) {
    session.catchUp.rewindTo(0);
    count += 1;
    if (count % SESSIONS_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
