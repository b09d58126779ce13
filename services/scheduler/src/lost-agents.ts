import type { Hints } from '@svc/events';
import { Loop } from '@svc/runtime';
import type { Logger, Sleep } from '@svc/runtime';
import type { Presence } from '@svc/store';

/** How often silent hubs are looked for, in milliseconds. */
const LOOK_INTERVAL_MS = 2_000;

/**
 * Tells consoles that the agents of a silent hub have gone. Every scheduler does this for itself, since a repeated hint does no harm. If a
 * hub falls silent while no scheduler runs, no hint is sent; the app reads its list again from time to time.
 */
export function createLostAgents({
  store,
  hints,
  logger,
  sleep,
}: {
  store: { presence: Pick<Presence, 'lostSince'> };
  hints: Pick<Hints, 'agentChanged'>;
  logger: Logger;
  sleep: Sleep;
}): Loop {
  let since: Date | null = null;
  return new Loop({
    name: 'lost-agents',
    intervalMs: LOOK_INTERVAL_MS,
    async turn() {
      const { until, agents } = await store.presence.lostSince(since);
      since = until;
      for (const { agentId, ownerId } of agents) hints.agentChanged(agentId, ownerId);
    },
    logger,
    sleep,
  });
}
