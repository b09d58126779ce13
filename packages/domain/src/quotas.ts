import { ServiceError } from './errors.js';
import { UPLOADS_PER_SENDER_MAX } from './limits.js';

/** How many things there may be, by the name under which an answer names them. 0 is as many as there are. */
export type Quotas = Record<QuotaName, number>;

export type QuotaName = keyof typeof QUOTAS;

/**
 * All quotas: the default, the largest value that may be set, and what a refused caller reads. The largest value keeps a count
 * short: a statement counts up to the quota, and no further.
 */
export const QUOTAS = {
  agents_per_user: {
    ...{ default: 1_000, max: 100_000 },
    says: (max: number) => `A user has at most ${max} agents`,
  },
  tasks_per_agent: {
    ...{ default: 1_000, max: 100_000 },
    says: (max: number) => `An agent has at most ${max} tasks`,
  },
  conversations_per_user: {
    ...{ default: 100_000, max: 1_000_000 },
    says: (max: number) => `A user has at most ${max} conversations`,
  },
  rules_per_user: {
    ...{ default: 10_000, max: 100_000 },
    says: (max: number) => `A user has at most ${max} always-allow rules`,
  },
  events_waiting_per_agent: {
    ...{ default: 10_000, max: 1_000_000 },
    says: (max: number) => `At most ${max} events wait for an agent`,
  },
  triggers_waiting_per_agent: {
    ...{ default: 100_000, max: 1_000_000 },
    says: (max: number) => `At most ${max} triggers wait for an agent`,
  },
  trigger_bytes_waiting_per_agent: {
    ...{ default: 1024 ** 3, max: 1024 ** 5 },
    says: (max: number) => `The triggers that wait for an agent have at most ${max} bytes`,
  },
  media_bytes_per_user: {
    ...{ default: 5 * 1024 ** 3, max: 1024 ** 5 },
    says: (max: number) => `The files of a user have at most ${max} bytes`,
  },
  // Half of the user's, so that one agent leaves room for the others and for the user.
  media_bytes_per_agent: {
    ...{ default: 2.5 * 1024 ** 3, max: 1024 ** 5 },
    says: (max: number) => `The files that an agent sends have at most ${max} bytes`,
  },
  // No setting.
  uploads_waiting_per_sender: {
    ...{ default: UPLOADS_PER_SENDER_MAX, max: UPLOADS_PER_SENDER_MAX },
    says: (max: number) => `At most ${max} files of a sender wait for a message`,
  },
} as const;

export const QUOTA_DEFAULTS: Quotas = Object.fromEntries(
  Object.entries(QUOTAS).map(([name, quota]) => [name, quota.default]),
) as Quotas;

/** A quota has capacity again when something is deleted or received, so a caller need not try every second. */
const QUOTA_RETRY_AFTER_S = 60;

/** The refusal of a call that would pass a quota; its detail names the quota and its number. */
export function quotaExceeded<Name extends QuotaName>(name: Name, quotas: Pick<Quotas, Name>): ServiceError {
  const detail = `${QUOTAS[name].says(quotas[name])} (${name})`;
  return new ServiceError('quota_exceeded', { detail, retryAfterSeconds: QUOTA_RETRY_AFTER_S });
}
