import { Loop } from '@svc/runtime';
import type { Logger, Sleep } from '@svc/runtime';
import type { Presence } from '@svc/store';

/** How often sessions of hubs that are gone are removed, in milliseconds. They count as offline long before that. */
const PURGE_INTERVAL_MS = 300_000;

/** Removes sessions that their hub left behind when it died. */
export function createPresencePurge(options: {
  store: { presence: Pick<Presence, 'purgeGone'> };
  logger: Logger;
  sleep: Sleep;
}): Loop {
  const { store, logger, sleep } = options;
  return new Loop({
    name: 'presence-purge',
    intervalMs: PURGE_INTERVAL_MS,
    turn: () => store.presence.purgeGone(),
    logger,
    sleep,
  });
}
