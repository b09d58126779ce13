import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { INVITATIONS_OPEN_PER_USER_MAX, newId, secretHash, conflict } from '@svc/domain';
import type { Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-log.js';
import type { Audited, AuditedCall } from '../audit/audit-log.js';
import type { ListPage } from '../agents/agents.js';
import { lockUser } from '../accounts/account-lock.js';

/** Without its token. Its note is what the inviter wrote to know it again; it is used by who makes an account. */
export type InvitationRecord = NonNullable<typeof sql.invitations.insert.row>;

const LISTED_MAX = 100;

export type Invitations = ReturnType<typeof invitationQueries>;

export function invitationQueries(pool: Pool, prisma: PrismaClient) {
  return {
    /**
     * Removes those of the inviter that were not used in time.
     * @throws ServiceError `conflict` if the inviter has too many open ones; `unauthorized`.
     */
    async create(
      invitation: {
        inviterId: string;
        note: string;
        token: string;
        expiresInSeconds: number;
      } & Audited,
    ): Promise<InvitationRecord> {
      const { inviterId, note, token, expiresInSeconds, call } = invitation;
      return transaction(pool, async (client) => {
        await lockUser(client, inviterId);
        await rows(client, sql.invitations.removeExpired, { inviterId });
        const [created] = await rows(client, sql.invitations.insert, {
          ...{ id: newId('invitation'), inviterId, note, tokenHash: secretHash(token), expiresInSeconds },
          openMax: INVITATIONS_OPEN_PER_USER_MAX,
        });
        if (created === undefined)
          throw conflict(`A user has at most ${INVITATIONS_OPEN_PER_USER_MAX} open invitations`);
        await writeAuditEntry(client, {
          ...{ userId: inviterId, action: 'invitation.made', subjectId: created.invitationId, call },
          details: { expires_in_seconds: expiresInSeconds },
        });
        return created;
      });
    },

    /** Newest first, 100 at most, behind the invitation that the cursor names, which may be gone. */
    listOf: (inviterId: string, { limit = LISTED_MAX, cursor }: ListPage = {}): Promise<InvitationRecord[]> =>
      rows(pool, sql.invitations.list, { inviterId, cursor: cursor ?? null, limit }),

    /**
     * After this resolves, no account is made with it. False if it is not the inviter's.
     * @throws ServiceError `conflict` if it was used.
     */
    async revoke(invitationId: string, inviterId: string, call: AuditedCall = {}): Promise<boolean> {
      return transaction(pool, async (client) => {
        await rows(client, sql.accounts.hold, { id: inviterId });
        const [found] = await rows(client, sql.invitations.lock, { id: invitationId, inviterId });
        if (found === undefined) return false;
        const [removed] = await rows(client, sql.invitations.remove, { id: invitationId });
        if (removed === undefined) throw conflict('The invitation was used');
        await writeAuditEntry(client, {
          ...{ userId: inviterId, action: 'invitation.revoked', subjectId: invitationId, call },
        });
        return true;
      });
    },

    /** The id of one that may be used: the database lets it make one account. `null` for any other. */
    async find(token: string): Promise<string | null> {
      const found = await prisma.invitation.findUnique({
        where: {
          ...{ tokenHash: secretHash(token), usedAt: null, expiresAt: { gt: new Date() } },
          inviter: { deletedAt: null },
        },
        select: { id: true },
      });
      return found?.id ?? null;
    },
  };
}
