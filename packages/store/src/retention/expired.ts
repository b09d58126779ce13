import { rows, sql } from '@svc/database';
import type { Statement } from '@svc/database';
import type { Pool } from 'pg';

/** What counts no more when its time is over, whatever an operator keeps. */
export const EXPIRED_KINDS = [
  'session',
  'password_try',
  'sign_in_place',
  'idempotency_key',
  'message_stream',
  'device_login',
  'webhook_breaker',
] as const;
export type ExpiredKind = (typeof EXPIRED_KINDS)[number];

const REMOVALS: Record<ExpiredKind, Statement<{ limit: number }, object>> = {
  session: sql.retention.expireSessions,
  password_try: sql.retention.expirePasswordTries,
  sign_in_place: sql.retention.expireSignInPlaces,
  idempotency_key: sql.retention.expireKeys,
  message_stream: sql.retention.expireStreams,
  device_login: sql.retention.expireDeviceLogins,
  webhook_breaker: sql.retention.expireBreakers,
};

const ROWS_PER_STEP = 500;

export type Expired = ReturnType<typeof expiredQueries>;

export function expiredQueries(pool: Pool) {
  return {
    /** Removes rows of a kind that have expired, the oldest first, at most 500. Waits for no lock. Returns whether there may be more. */
    async remove(kind: ExpiredKind): Promise<boolean> {
      return (await rows(pool, REMOVALS[kind], { limit: ROWS_PER_STEP })).length === ROWS_PER_STEP;
    },
  };
}
