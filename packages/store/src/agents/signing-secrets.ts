import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { SealingContext, SecretBox } from '@svc/domain';
import type { Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-log.js';
import type { Audited, AuditedCall } from '../audit/audit-log.js';

export interface AgentWebhook {
  url: string | null;
  /** What signs: the agent's signing secret, or its secret where it has none. */
  secret: string;
  /** What signed before, while a rotation's grace lasts; `null` otherwise. */
  previousSecret: string | null;
}

export function signingSecretQueries(pool: Pool, prisma: PrismaClient, box: SecretBox) {
  return {
    /** `null` if the agent is not the owner's. */
    async webhookOf(agentId: string, ownerId: string): Promise<AgentWebhook | null> {
      const found = await prisma.agent.findFirst({ where: { id: agentId, ownerId, deletedAt: null } });
      if (found === null) return null;
      const { previousSigningSealed: previous, previousSigningUntil: until } = found;
      const context = contextOf(agentId);
      const isInGrace = previous !== null && until !== null && until > new Date();
      return {
        url: found.webhookUrl,
        secret: box.open(found.signingSecretSealed ?? found.secretSealed, context),
        previousSecret: isInGrace ? box.open(previous, context) : null,
      };
    },

    /**
     * What signed before, which may be the agent's secret, signs as well for `graceSeconds`. A grace of an
     * earlier rotation ends now. `null` if the agent is not the owner's.
     */
    async rotateSigningSecret(
      rotation: {
        agentId: string;
        ownerId: string;
        signingSecret: string;
        graceSeconds: number;
      } & Audited,
    ): Promise<{ previousSignatureUntil: Date | null } | null> {
      const { agentId, ownerId, signingSecret, graceSeconds, call } = rotation;
      const sealed = box.seal(signingSecret, contextOf(agentId));
      return transaction(pool, async (client) => {
        const [former] = await rows(client, sql.agents.lock, { id: agentId, ownerId });
        if (former === undefined) return null;
        const values = { id: agentId, sealed, graceSeconds };
        const [rotated] = await rows(client, sql.agents.rotateSigningSecret, values);
        await writeAuditEntry(client, {
          ...{ userId: ownerId, action: 'agent.signing_secret_rotated', subjectId: agentId, agentId, call },
          details: {
            ...{ name: former.agent_name, grace_period_seconds: graceSeconds },
            ended_grace: former.has_signing_grace,
          },
        });
        return rotated ?? null;
      });
    },

    /** From now on the agent's secret alone signs. False if the agent is not the owner's. */
    removeSigningSecret: (agentId: string, ownerId: string, call: AuditedCall = {}): Promise<boolean> =>
      transaction(pool, async (client) => {
        const [former] = await rows(client, sql.agents.lock, { id: agentId, ownerId });
        if (former === undefined) return false;
        await rows(client, sql.agents.rotateSigningSecret, { id: agentId, sealed: null, graceSeconds: 0 });
        if (former.has_signing_secret)
          await writeAuditEntry(client, {
            ...{ userId: ownerId, action: 'agent.signing_secret_removed', subjectId: agentId, agentId, call },
            details: { name: former.agent_name, ended_grace: former.has_signing_grace },
          });
        return true;
      }),
  };
}

/** A rotation moves values between columns of the row, so all of them are bound as the agent's secret. */
function contextOf(agentId: string): SealingContext {
  return { column: 'agent.secret_sealed', rowId: agentId };
}
