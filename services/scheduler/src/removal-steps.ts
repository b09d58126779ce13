import { EXPIRED_KINDS } from '@svc/store';
import type { Deletions, Expired, Presence } from '@svc/store';
import type { Step } from './step-loop.js';

/** How often deletions under way are looked for, in milliseconds. */
const DELETIONS_INTERVAL_MS = 1_000;

/** How often it is looked for what has expired, in milliseconds. None of it counts long before that. */
const EXPIRED_INTERVAL_MS = 600_000;

/** How often sessions of hubs that are gone are removed, in milliseconds. They count as offline long before that. */
const PRESENCE_INTERVAL_MS = 300_000;

/** In this order, because an agent's tasks are removed with it, and a user is removed after its agents. */
const DELETED = ['conversation', 'task', 'agent', 'user'] as const;

/** Removes what was deleted or has expired, in small steps. Any number of schedulers may do so: each takes rows that no other scheduler holds. */
export function removalSteps({
  store,
}: {
  store: {
    deletions: Pick<Deletions, 'step'>;
    expired: Expired;
    presence: Pick<Presence, 'purgeGone'>;
  };
}): Step[] {
  return [
    ...DELETED.map((kind) => ({
      name: `deletion of a ${kind}`,
      intervalMs: DELETIONS_INTERVAL_MS,
      run: whileMore(() => store.deletions.step({ kind })),
    })),
    ...EXPIRED_KINDS.map((kind) => ({
      name: `expired ${kind}`,
      intervalMs: EXPIRED_INTERVAL_MS,
      run: whileMore(() => store.expired.remove(kind)),
    })),
    {
      name: 'sessions of hubs that are gone',
      intervalMs: PRESENCE_INTERVAL_MS,
      run: () => store.presence.purgeGone().then(() => null),
    },
  ];
}

function whileMore(remove: () => Promise<boolean>): Step['run'] {
  return async () => ((await remove()) ? 0 : null);
}
