import { QUOTAS } from '@svc/domain';
import type { QuotaName, Quotas } from '@svc/domain';
import type { EnvironmentReader } from './environment.js';

/** The quotas of an installation (`QUOTA_*`); 0 is none. Defaults: see `QUOTAS`. */
export function readQuotas(read: EnvironmentReader): Quotas {
  const userMediaBytes = read.integer('QUOTA_MEDIA_BYTES_PER_USER', bounds('media_bytes_per_user'));
  return {
    agents_per_user: read.integer('QUOTA_AGENTS_PER_USER', bounds('agents_per_user')),
    tasks_per_agent: read.integer('QUOTA_TASKS_PER_AGENT', bounds('tasks_per_agent')),
    conversations_per_user: read.integer('QUOTA_CONVERSATIONS_PER_USER', bounds('conversations_per_user')),
    rules_per_user: read.integer('QUOTA_RULES_PER_USER', bounds('rules_per_user')),
    events_waiting_per_agent: read.integer(
      'QUOTA_EVENTS_WAITING_PER_AGENT',
      bounds('events_waiting_per_agent'),
    ),
    triggers_waiting_per_agent: read.integer(
      'QUOTA_TRIGGERS_WAITING_PER_AGENT',
      bounds('triggers_waiting_per_agent'),
    ),
    trigger_bytes_waiting_per_agent: read.integer(
      'QUOTA_TRIGGER_BYTES_WAITING_PER_AGENT',
      bounds('trigger_bytes_waiting_per_agent'),
    ),
    media_bytes_per_user: userMediaBytes,
    // Half of what is set for the user: an operator who has allowed users more, or anything, has allowed it to their agents.
    media_bytes_per_agent: read.integer('QUOTA_MEDIA_BYTES_PER_AGENT', {
      ...bounds('media_bytes_per_agent'),
      default: Math.ceil(userMediaBytes / 2),
    }),
    uploads_waiting_per_sender: QUOTAS.uploads_waiting_per_sender.default,
  };
}

function bounds(name: QuotaName): { default: number; min: number; max: number } {
  const { default: fallback, max } = QUOTAS[name];
  return { default: fallback, min: 0, max };
}
