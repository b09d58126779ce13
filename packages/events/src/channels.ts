import { withBulkhead } from '@svc/database';
import type { BreakerSettings, EventChannel } from '@svc/domain';
import type { Pool } from 'pg';
import { keptLogQueries } from './channels/kept-log.js';
import { longPollQueries } from './channels/long-poll.js';
import { openAtHubQueries } from './channels/open-at-hub.js';
import { pollQueries } from './channels/poll.js';
import { attemptQueries } from './channels/webhook.js';

/** The queries of every channel under its name: how it finds its events, and what proves their receipt. */
export function channelQueries(
  pool: Pool,
  { agentErrorThreshold, breaker }: { agentErrorThreshold: number; breaker: BreakerSettings },
) {
  return {
    websocket: { ...openAtHubQueries(pool), ...keptLogQueries(pool) },
    webhook: attemptQueries(pool, { agentErrorThreshold, breaker }),
    poll: withBulkhead(pool, pollQueries(pool), { takePendingTriggers: (agentId) => agentId }),
    long_poll: withBulkhead(pool, longPollQueries(pool), {
      read: ({ agentId }) => agentId,
      acknowledge: (agentId) => agentId,
    }),
  } satisfies Record<EventChannel, object>;
}
