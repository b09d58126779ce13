import type { OperationHandlers } from '@svc/http-contract';
import type { RetentionDays } from '@svc/runtime';
import type { SessionUser } from '@svc/sign-in';
import type { Retention } from '@svc/store';

/** For how long this installation keeps things: `/api/client/account/retention`. */
export function retention({
  store,
  days,
}: {
  store: { retention: Pick<Retention, 'daysInUse'> };
  /** Of this gateway's own settings. Told only as long as no scheduler has said what it applies. */
  days: RetentionDays;
}) {
  return {
    async listRetention() {
      return { status: 200, body: told((await store.retention.daysInUse()) ?? days) };
    },
  } satisfies OperationHandlers<SessionUser>;
}

function told(days: RetentionDays) {
  return [
    { kept: 'messages' as const, days: shortest(days.messages) },
    // What belongs to something goes with it at the latest.
    { kept: 'files' as const, days: shortest(days.media, days.messages) },
    { kept: 'runs' as const, days: shortest(days.runs) },
    { kept: 'events' as const, days: shortest(days.events) },
    { kept: 'attempts' as const, days: shortest(days.attempts, days.events) },
    { kept: 'audit_entries' as const, days: shortest(days.audit) },
    { kept: 'audit_addresses' as const, days: shortest(days.auditAddresses, days.audit) },
  ];
}

/** `null` if each of them is 0, which is for ever. */
function shortest(...days: number[]): number | null {
  const bounds = days.filter((count) => count > 0);
  return bounds.length === 0 ? null : Math.min(...bounds);
}
