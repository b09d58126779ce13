import * as sql from '../database/statements/generated/index.js';
import { lookUpTogether } from '../database/batcher.js';
import { firstRow, rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { newId, secretHash } from '@svc/domain';
import type { AgentFeature, AgentKind, SealingContext, SecretBox } from '@svc/domain';
import type { Pool } from 'pg';
import { changedFields, writeAuditEntry } from '../audit/audit-log.js';
import type { AuditDetails, Audited, AuditedCall } from '../audit/audit-log.js';
import type { QuotaGuard } from '../quotas/quota-guard.js';
import { lockUser } from '../accounts/account-lock.js';

export type AgentIdentity = NonNullable<typeof sql.agents.identify.row>;

export type AgentRecord = NonNullable<typeof sql.agents.find.row>;

export interface AgentChanges {
  agentName?: string | undefined;
  webhookUrl?: string | null | undefined;
  pushTriggersToWebhook?: boolean | undefined;
  features?: readonly AgentFeature[] | undefined;
}

export interface AgentWebhook {
  url: string | null;
  /** What signs: the agent's signing secret, or its secret where it has none. */
  secret: string;
  /** What signed before, while a rotation's grace lasts; `null` otherwise. */
  previousSecret: string | null;
}

/** A page of a list that has a bound of its own. */
export interface ListPage {
  /** Default: all. */
  limit?: number | undefined;
  /** The last one of the page before. */
  cursor?: string | undefined;
}

export type Agents = ReturnType<typeof agentQueries>;

export function agentQueries(
  pool: Pool,
  { prisma, box, quotas }: { prisma: PrismaClient; box: SecretBox; quotas: QuotaGuard },
) {
  return {
    /** @throws ServiceError `quota_exceeded`; `unauthorized` if there is no such owner. */
    async create(
      agent: {
        ownerId: string;
        agentName: string;
        kind: AgentKind;
        webhookUrl: string | null;
        secret: string;
      } & Audited,
    ): Promise<AgentRecord> {
      const { ownerId, agentName, kind, webhookUrl, secret } = agent;
      const agentId = newId('agent');
      const sealed = box.seal(secret, contextOf(agentId));
      await quotas.admit({ quota: 'agents_per_user', ownerId });
      await transaction(pool, async (client) => {
        await lockUser(client, ownerId);
        await rows(client, sql.agents.insert, {
          ...{ id: agentId, ownerId, agentName, kind, webhookUrl },
          ...{ secretHash: secretHash(secret), secretSealed: sealed },
        });
        await writeAuditEntry(client, {
          ...{ userId: ownerId, action: 'agent.created', subjectId: agentId, agentId, call: agent.call },
          details: { name: agentName, kind, ...webhookDetails({ webhookUrl }) },
        });
      });
      const created = await find(agentId);
      if (created === null) throw new Error('An agent is missing');
      return created;
    },

    /** Newest first: all, or a page behind the agent that the cursor names, which may be gone. */
    listOf: (ownerId: string, { limit, cursor }: ListPage = {}): Promise<AgentRecord[]> =>
      rows(pool, sql.agents.list, { ownerId, before: cursor ?? null, limit: limit ?? null }),

    /** `null` if there is no such agent, or it belongs to someone else. */
    findOwned: (agentId: string, ownerId: string) => find(agentId, ownerId),

    find: (agentId: string) => find(agentId),

    /** When a hub restarts, all of its agents connect again at once. */
    identify: lookUpTogether<AgentIdentity>(
      (ids) => rows(pool, sql.agents.identify, { ids }),
      ({ agentId }) => agentId,
    ),

    /**
     * Any change makes an agent in `error` active again. If the webhook takes waiting events now, they are
     * sent to it. `null` if the agent is not the owner's.
     */
    async change(
      agentId: string,
      ownerId: string,
      changes: AgentChanges,
      call: AuditedCall = {},
    ): Promise<AgentRecord | null> {
      const { agentName, webhookUrl, pushTriggersToWebhook, features } = changes;
      return transaction(pool, async (client) => {
        await rows(client, sql.agents.lock, { id: agentId, ownerId });
        const former = await firstRow(client, sql.agents.find, { id: agentId, ownerId });
        await rows(client, sql.agents.change, {
          ...{ id: agentId, ownerId, agentName: agentName ?? null },
          ...{ hasWebhookUrl: webhookUrl !== undefined, webhookUrl: webhookUrl ?? null },
          ...{ pushTriggersToWebhook: pushTriggersToWebhook ?? null, features: features?.toSorted() ?? null },
        });
        const current = await firstRow(client, sql.agents.find, { id: agentId, ownerId });
        if (former === null || current === null) return null;
        await rows(client, sql.agents.lookAtWebhook, { id: agentId });
        const fields = changedFields({ ...changes, status: current.status }, { former, current });
        if (fields.length === 0) return current;
        await writeAuditEntry(client, {
          ...{ userId: ownerId, action: 'agent.changed', subjectId: agentId, agentId, call },
          details: { name: current.agentName, fields, ...webhookDetails(changes) },
        });
        return current;
      });
    },

    /**
     * From then on no query finds the agent, its credentials and triggers are void and its sessions revoked.
     * Its rows are removed in steps ({@link deletionQueries}). False if the agent is not the owner's.
     */
    async delete(agentId: string, ownerId: string, call: AuditedCall = {}): Promise<boolean> {
      return transaction(pool, async (client) => {
        const [agent] = await rows(client, sql.agents.lockWholly, { id: agentId, ownerId });
        if (agent === undefined) return false;
        await rows(client, sql.deletions.markAgents, { ids: [agentId] });
        await writeAuditEntry(client, {
          ...{ userId: ownerId, action: 'agent.deleted', subjectId: agentId, agentId, call },
          details: { name: agent.agent_name },
        });
        return true;
      });
    },

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

    /**
     * The former secret stays valid for `graceSeconds`, and the sessions that it opened end with it. A grace
     * of an earlier rotation ends now. Keys and their sessions stay. `null` if the agent is not the owner's.
     */
    async rotateSecret(
      rotation: {
        agentId: string;
        ownerId: string;
        secret: string;
        graceSeconds: number;
      } & Audited,
    ): Promise<{ previousSecretValidUntil: Date | null } | null> {
      const { agentId, ownerId, graceSeconds } = rotation;
      const sealed = box.seal(rotation.secret, contextOf(agentId));
      const secret = { secretHash: secretHash(rotation.secret), secretSealed: sealed };
      return transaction(pool, async (client) => {
        const values = { id: agentId, ownerId, ...secret, graceSeconds };
        const [rotated] = await rows(client, sql.agents.rotateSecret, values);
        if (rotated === undefined) return null;
        // A statement of its own, so that it sees a session that connected before the agent was locked.
        await rows(client, sql.agents.revokeSessions, {
          agentId,
          validUntil: rotated.valid_until,
          keyId: null,
        });
        await writeAuditEntry(client, {
          ...{ userId: ownerId, action: 'agent.secret_rotated', subjectId: agentId, agentId },
          call: rotation.call,
          details: { name: rotated.agent_name, grace_period_seconds: graceSeconds },
        });
        return { previousSecretValidUntil: rotated.valid_until };
      });
    },
  };

  function find(id: string, ownerId: string | null = null): Promise<AgentRecord | null> {
    return firstRow(pool, sql.agents.find, { id, ownerId });
  }
}

/** Only the host: the rest of the URL may hold a secret. */
function webhookDetails({ webhookUrl }: Pick<AgentChanges, 'webhookUrl'>): AuditDetails {
  if (webhookUrl === undefined) return {};
  return { webhook_host: webhookUrl === null ? null : (URL.parse(webhookUrl)?.host ?? null) };
}

/** A rotation moves values between columns of the row, so all of them are bound as the agent's secret. */
function contextOf(agentId: string): SealingContext {
  return { column: 'agent.secret_sealed', rowId: agentId };
}
