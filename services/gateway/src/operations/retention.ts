import type { OperationHandlers } from '@svc/http-contract';
import type { RetentionDays } from '@svc/runtime';
import type { SessionUser } from '@svc/sign-in';

/** For how long this installation keeps things: `/api/client/account/retention`. */
export function retention({ days }: { days: RetentionDays }) {
  const kept = [
    { kept: 'messages', days: shortest(days.messages) },
    // What belongs to something goes with it at the latest.
    { kept: 'files', days: shortest(days.media, days.messages) },
    { kept: 'runs', days: shortest(days.runs) },
    { kept: 'events', days: shortest(days.events) },
    { kept: 'attempts', days: shortest(days.attempts, days.events) },
    { kept: 'audit_entries', days: shortest(days.audit) },
    { kept: 'audit_addresses', days: shortest(days.auditAddresses, days.audit) },
  ] as const;
  return {
    async listRetention() {
      return { status: 200, body: [...kept] };
    },
  } satisfies OperationHandlers<SessionUser>;
}

/** `null` if each of them is 0, which is for ever. */
function shortest(...days: number[]): number | null {
  const bounds = days.filter((count) => count > 0);
  return bounds.length === 0 ? null : Math.min(...bounds);
}
