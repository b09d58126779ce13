// Generated from packages/store/sql by `npm run sql`.
import type { ApiKeyScope } from '@svc/domain';
import { statement } from '../statement.js';

/** A program asks what became of its login. One that asks too soon, such as beside another call, waits longer. */
export const ask = statement<{ id: string; moreSeconds: number }, { id: string; isTooSoon: boolean; state: string; userId: string | null }>('device-logins/ask', ['id', 'moreSeconds'], `
WITH asked AS MATERIALIZED (
  SELECT id, next_poll_at > now() AS is_too_soon,
         CASE WHEN next_poll_at > now() THEN $2::int ELSE 0 END AS more
    FROM device_login WHERE id = $1 AND expires_at > now() FOR NO KEY UPDATE
)
UPDATE device_login d
   SET poll_seconds = d.poll_seconds + a.more,
       next_poll_at = now() + (d.poll_seconds + a.more - 1) * interval '1 second'
  FROM asked a WHERE d.id = a.id
RETURNING d.id, a.is_too_soon AS "isTooSoon", d.state, d.user_id AS "userId"`);

export const insert = statement<{ id: string; deviceCodeHash: Buffer; userCodeHash: Buffer; clientName: string; address: string | null; scopes: readonly string[]; expiresInSeconds: number; loginSeconds: number; pollSeconds: number; openMax: number; openOfAddressMax: number }, { isFull: boolean; isMany: boolean }>('device-logins/insert', ['id', 'deviceCodeHash', 'userCodeHash', 'clientName', 'address', 'scopes', 'expiresInSeconds', 'loginSeconds', 'pollSeconds', 'openMax', 'openOfAddressMax'], `
WITH open AS MATERIALIZED (
  SELECT count(*) >= $10 AS is_full,
         count(*) FILTER (WHERE network_of(l.address) = network_of($5)) >= $11 AS is_many
    FROM device_login l WHERE l.state = 'pending' AND l.expires_at > now()
), begun AS (
  INSERT INTO device_login (id, device_code_hash, user_code_hash, client_name, address, scopes,
                            expires_in_seconds, expires_at, poll_seconds, next_poll_at)
  SELECT $1, $2, $3, $4, $5, $6, $7, now() + $8::int * interval '1 second', $9,
         date_trunc('milliseconds', now())
    FROM open WHERE NOT is_full AND NOT is_many
)
SELECT is_full AS "isFull", is_many AS "isMany" FROM open`);

export const take = statement<{ id: string }, { clientName: string; scopes: ApiKeyScope[]; expiresInSeconds: number; userName: string; email: string }>('device-logins/take', ['id'], `
DELETE FROM device_login d USING "user" u
 WHERE d.id = $1 AND d.state = 'approved' AND d.expires_at > now() AND u.id = d.user_id
RETURNING d.client_name AS "clientName", d.scopes, d.expires_in_seconds AS "expiresInSeconds",
          u.name AS "userName", u.email`);
