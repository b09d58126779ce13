import type { Hints } from '@svc/events';
import { Loop } from '@svc/runtime';
import type { Logger, Sleep } from '@svc/runtime';
import type { Presence } from '@svc/store';

/** How often it is looked whether hubs have fallen silent, in milliseconds. */
const LOOK_INTERVAL_MS = 2_000;

/**
 * Tells consoles that agents have gone whose hub died without a word. Every scheduler does this for itself, since a hint that comes twice does no
 * harm. What falls silent while none runs is not told; the app looks at its list now and then by itself.
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
