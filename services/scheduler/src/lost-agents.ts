import type { Hints, Presence } from '@svc/store';
import type { Step } from './step-loop.js';

/** How often silent hubs are looked for, in milliseconds. */
const LOOK_INTERVAL_MS = 2_000;

/**
 * Tells consoles that the agents of a silent hub have gone. Every scheduler does this for itself, since a repeated hint does no harm. If a
 * hub falls silent while no scheduler runs, no hint is sent; the app reads its list again from time to time.
 */
export function lostAgents({
  store,
  hints,
}: {
  store: { presence: Pick<Presence, 'lostSince'> };
  hints: Pick<Hints, 'agentChanged'>;
}): Step {
  let since: Date | null = null;
  return {
    name: 'agents of silent hubs',
    intervalMs: LOOK_INTERVAL_MS,
    async run() {
      const { until, agents } = await store.presence.lostSince(since);
      since = until;
      for (const { agentId, ownerId } of agents) hints.agentChanged(agentId, ownerId);
      return null;
    },
  };
}
