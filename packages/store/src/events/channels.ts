import type { EventChannel } from '@svc/domain';
import type { Pool } from 'pg';
import { longPollQueries, pollQueries } from './channels/poll.js';
import { webhookQueries } from './channels/webhook.js';
import type { WebhookSettings } from './channels/webhook.js';
import { websocketQueries } from './channels/websocket.js';

/** How each channel finds its events, and what proves their receipt. */
export function channelQueries(pool: Pool, settings: WebhookSettings) {
  return {
    websocket: websocketQueries(pool),
    webhook: webhookQueries(pool, settings),
    poll: pollQueries(pool),
    long_poll: longPollQueries(pool),
  } satisfies Record<EventChannel, object>;
}
