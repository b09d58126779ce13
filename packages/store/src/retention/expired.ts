import { rows } from '@svc/database';
import type { WrittenStatement } from '@svc/database';
import type { Pool } from 'pg';
import { ROWS_PER_STEP } from './retained.js';

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

const REMOVALS: Record<ExpiredKind, WrittenStatement> = {
  session: removal('session', 'expires_at < now()', 'expires_at'),
  password_try: removal('password_try', `last_at < now() - interval '1 day'`, 'last_at'),
  sign_in_place: removal('sign_in_place', `used_at < now() - interval '90 days'`, 'used_at'),
  idempotency_key: removal('idempotency_key', `kept_at < now() - interval '24 hours'`, 'kept_at'),
  message_stream: removal('message_stream', `seen_at < now() - interval '1 hour'`, 'seen_at'),
  device_login: removal('device_login', 'expires_at < now()', 'expires_at'),
  // Windows of webhooks that have not failed for long.
  webhook_breaker: removal(
    'webhook_breaker',
    `state = 'closed' AND half_began_at < now() - interval '2 days'`,
    'half_began_at',
  ),
};

export type Expired = ReturnType<typeof expiredQueries>;

export function expiredQueries(pool: Pool) {
  return {
    /** Removes rows of a kind that have expired, the oldest first, at most 500. Waits for no lock. Returns whether there may be more. */
    async remove(kind: ExpiredKind): Promise<boolean> {
      return (await rows(pool, REMOVALS[kind], [])).length === ROWS_PER_STEP;
    },
  };
}

function removal(table: ExpiredKind, isOver: string, time: string): WrittenStatement {
  return {
    name: `expired-${table}`,
    text: `
    DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} WHERE ${isOver} ORDER BY ${time} LIMIT ${ROWS_PER_STEP} FOR UPDATE SKIP LOCKED))
    RETURNING 1`,
  };
}
