// Generated from packages/store/sql by `npm run sql`.
import { statement } from '../statement.js';

export const insert = statement<{ id: string; inviterId: string; note: string; tokenHash: Buffer; expiresInSeconds: number; openMax: number }, { invitationId: string; note: string; createdAt: Date; expiresAt: Date; usedAt: Date | null }>('invitations/insert', ['id', 'inviterId', 'note', 'tokenHash', 'expiresInSeconds', 'openMax'], `
INSERT INTO invitation (id, inviter_id, note, token_hash, expires_at)
SELECT $1, $2, $3, $4, now() + $5::int * interval '1 second'
 WHERE (SELECT count(*) FROM invitation i WHERE i.inviter_id = $2 AND i.used_at IS NULL) < $6
RETURNING id AS "invitationId", note, created_at AS "createdAt", expires_at AS "expiresAt",
          used_at AS "usedAt"`);

export const list = statement<{ inviterId: string; cursor: string | null; limit: number }, { invitationId: string; note: string; createdAt: Date; expiresAt: Date; usedAt: Date | null }>('invitations/list', ['inviterId', 'cursor', 'limit'], `
SELECT id AS "invitationId", note, created_at AS "createdAt", expires_at AS "expiresAt", used_at AS "usedAt"
  FROM invitation WHERE inviter_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`);

/** Locks an invitation. What a later statement reads is what others have committed before. */
export const lock = statement<{ id: string; inviterId: string }, { id: string }>('invitations/lock', ['id', 'inviterId'], `
SELECT id FROM invitation WHERE id = $1 AND inviter_id = $2 FOR UPDATE`);

export const remove = statement<{ id: string }, { id: string }>('invitations/remove', ['id'], `
DELETE FROM invitation WHERE id = $1 AND used_at IS NULL RETURNING id`);

export const removeExpired = statement<{ inviterId: string }, object>('invitations/remove-expired', ['inviterId'], `
DELETE FROM invitation WHERE inviter_id = $1 AND expires_at <= now() AND used_at IS NULL`);
