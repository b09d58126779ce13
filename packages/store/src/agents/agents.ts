import { AT_ONCE, Batcher, rows, transaction } from '@svc/database';
import type { PrismaClient } from '@svc/database';
import { newId, secretHash } from '@svc/domain';
import type { AgentCredentials, AgentFeature, AgentKind, SecretBox } from '@svc/domain';
import type { Pool } from 'pg';
import { auditedSql, writeAuditEntry } from '../audit/audit-entry.js';
import type { Audited, AuditDetails, AuditedCall } from '../audit/audit-entry.js';
import { markAgentsDeleted } from '../deletions/marks.js';
import type { QuotaGuard } from '../quotas/quota-guard.js';
import { lockUser } from '../users/lock-user.js';
import { AGENT_RECORD, agentRecord } from './agent-record.js';
import type { AgentRecord } from './agent-record.js';
import { signingSecretQueries } from './signing-secrets.js';

/** The parts of an agent that are needed to check its credentials. */
export interface AgentIdentity extends AgentCredentials {
  agentId: string;
  ownerId: string;
  agentName: string;
  kind: AgentKind;
}

export interface AgentChanges {
  agentName?: string | undefined;
  webhookUrl?: string | null | undefined;
  pushTriggersToWebhook?: boolean | undefined;
  features?: readonly AgentFeature[] | undefined;
}

/** A part of a list that has a bound of its own. */
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
  // When a hub restarts, all of its agents connect again at once.
  const identifying = new Batcher<string, AgentIdentity | null>((agentIds) => identify(pool, agentIds));

  return {
    /** @throws ServiceError `quota_exceeded` when the owner has as many agents as a user may have, `unauthorized` when there is no such owner. */
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
      const sealed = box.seal(secret, { column: 'agent.secret_sealed', rowId: agentId });
      await quotas.admit({ quota: 'agents_per_user', ownerId });
      return transaction(pool, async (client) => {
        await lockUser(client, ownerId);
        const values = [agentId, ownerId, agentName, kind, webhookUrl, secretHash(secret), sealed];
        const [created] = await rows<AgentRecord>(client, INSERT_AGENT, values);
        if (created === undefined) throw new Error('An agent was not stored');
        await writeAuditEntry(client, {
          ...{
            userId: ownerId,
            action: 'agent.created',
            subjectId: agentId,
            agentId,
            call: agent.call,
          },
          details: { name: agentName, kind, ...webhookDetails({ webhookUrl }) },
        });
        return created;
      });
    },

    /** Newest first: all, or a page behind the agent that the cursor names. It need not be there any more. */
    async listOf(ownerId: string, { limit, cursor }: ListPage = {}): Promise<AgentRecord[]> {
      const found = await prisma.agent.findMany({
        where: { ownerId, deletedAt: null, ...(cursor !== undefined && { id: { lt: cursor } }) },
        orderBy: { id: 'desc' },
        ...(limit !== undefined && { take: limit }),
      });
      return found.map(agentRecord);
    },

    /** `null` if there is no such agent or it belongs to someone else. */
    async findOwned(agentId: string, ownerId: string): Promise<AgentRecord | null> {
      const found = await prisma.agent.findFirst({ where: { id: agentId, ownerId, deletedAt: null } });
      return found === null ? null : agentRecord(found);
    },

    async find(agentId: string): Promise<AgentRecord | null> {
      const found = await prisma.agent.findUnique({ where: { id: agentId, deletedAt: null } });
      return found === null ? null : agentRecord(found);
    },

    /** The credentials and state of an agent, or `null` for an unknown agent. */
    identify: (agentId: string): Promise<AgentIdentity | null> => identifying.add(agentId),

    /**
     * Changes settings. Any change makes an agent in `error` active again. If the webhook takes waiting events now, they are sent to it.
     * `null` if the agent is not the owner's.
     */
    async change(
      agentId: string,
      ownerId: string,
      changes: AgentChanges,
      call: AuditedCall = {},
    ): Promise<AgentRecord | null> {
      const { agentName, webhookUrl, pushTriggersToWebhook, features } = changes;
      const [changed] = await rows<AgentRecord>(pool, CHANGE, [
        ...[agentId, ownerId, agentName ?? null, webhookUrl !== undefined, webhookUrl ?? null],
        ...[pushTriggersToWebhook ?? null, features?.toSorted() ?? null],
        ...[call, JSON.stringify(changedDetails(changes))],
      ]);
      return changed ?? null;
    },

    /**
     * Deletes the agent. From then on no query finds it, its credentials and triggers are void and its sessions revoked, however many rows
     * it has. Its rows are removed in steps ({@link deletionQueries}). False if the agent is not the owner's.
     */
    async delete(agentId: string, ownerId: string, call: AuditedCall = {}): Promise<boolean> {
      return transaction(pool, async (client) => {
        const [agent] = await rows<{ agent_name: string }>(client, LOCK_WHOLLY, [agentId, ownerId]);
        if (agent === undefined) return false;
        await markAgentsDeleted(client, [agentId]);
        await writeAuditEntry(client, {
          ...{ userId: ownerId, action: 'agent.deleted', subjectId: agentId, agentId, call },
          details: { name: agent.agent_name },
        });
        return true;
      });
    },

    ...signingSecretQueries(pool, box),

    /**
     * Gives the agent a new secret. The former secret stays valid for `graceSeconds`, and the sessions that it opened end with it. A grace
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
      const hash = secretHash(rotation.secret);
      const sealed = box.seal(rotation.secret, { column: 'agent.secret_sealed', rowId: agentId });
      return transaction(pool, async (client) => {
        const values = [agentId, ownerId, hash, sealed, graceSeconds];
        const [rotated] = await rows<{ agent_name: string; valid_until: Date | null }>(
          client,
          ROTATE,
          values,
        );
        if (rotated === undefined) return null;
        await rows(client, REVOKE_SESSIONS, [agentId, rotated.valid_until]);
        await writeAuditEntry(client, {
          ...{ userId: ownerId, action: 'agent.secret_rotated', subjectId: agentId, agentId },
          call: rotation.call,
          details: { name: rotated.agent_name, grace_period_seconds: graceSeconds },
        });
        return { previousSecretValidUntil: rotated.valid_until };
      });
    },
  };
}

/** What the audit log says of a change beside the agent's name: which settings were set. */
function changedDetails(changes: AgentChanges): AuditDetails {
  const { agentName, webhookUrl, pushTriggersToWebhook, features } = changes;
  const settings = {
    agent_name: agentName,
    webhook_url: webhookUrl,
    push_triggers_to_webhook: pushTriggersToWebhook,
    features,
  };
  const fields = Object.entries(settings).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  return { fields, ...webhookDetails(changes) };
}

/** Of a webhook's URL only the host, because the rest of it may hold a secret. */
function webhookDetails({ webhookUrl }: Pick<AgentChanges, 'webhookUrl'>): AuditDetails {
  if (webhookUrl === undefined) return {};
  return { webhook_host: webhookUrl === null ? null : (URL.parse(webhookUrl)?.host ?? null) };
}

async function identify(pool: Pool, agentIds: string[]): Promise<(AgentIdentity | null)[]> {
  const found = await rows<AgentIdentity>(pool, IDENTIFY, [agentIds]);
  const byId = new Map(found.map((agent) => [agent.agentId, agent]));
  return agentIds.map((agentId) => byId.get(agentId) ?? null);
}

const INSERT_AGENT = {
  name: 'agent-insert-3',
  text: `
    WITH created AS (
      INSERT INTO agent (id, owner_id, agent_name, kind, webhook_url, secret_hash, secret_sealed)
      VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING *
    ), counted AS (
      INSERT INTO agent_counter (agent_id) SELECT id FROM created
    )
    SELECT ${AGENT_RECORD} FROM created`,
};

// What is not given stays; a webhook may also be set to null.
const CHANGE = {
  name: 'agent-change-3',
  text: `
    WITH changed AS (
      UPDATE agent
         SET agent_name = coalesce($3, agent_name), webhook_url = CASE WHEN $4 THEN $5 ELSE webhook_url END,
             push_triggers_to_webhook = coalesce($6, push_triggers_to_webhook), features = coalesce($7::text[], features),
             status = 'active', status_reason = NULL, consecutive_failures = 0
       WHERE id = $1 AND owner_id = $2 AND deleted_at IS NULL
      RETURNING *
    ), due AS (
      UPDATE agent_counter c SET next_due_at = ${AT_ONCE} FROM changed a WHERE c.agent_id = a.id AND a.webhook_url IS NOT NULL
    ), audited AS (${auditedSql({
      ...{ from: 'changed c', action: 'agent.changed', userId: '$2', actor: 'user', actorId: '$2' },
      ...{ subjectId: 'c.id', agentId: 'c.id', call: '$8' },
      details: `jsonb_build_object('name', c.agent_name) || $9::jsonb`,
    })}
    )
    SELECT ${AGENT_RECORD} FROM changed`,
};

const ROTATE = {
  name: 'agent-rotate-secret',
  text: `
    UPDATE agent
       SET previous_secret_hash = CASE WHEN $5::int > 0 THEN secret_hash END,
           previous_secret_valid_until = CASE WHEN $5::int > 0 THEN now() + $5::int * interval '1 second' END,
           secret_hash = $3, secret_sealed = $4
     WHERE id = $1 AND owner_id = $2 AND deleted_at IS NULL
    RETURNING agent_name, previous_secret_valid_until AS valid_until`,
};

// A statement of its own, which begins when the agent is locked, so that it sees a session that connected a moment before.
const REVOKE_SESSIONS = {
  name: 'agent-revoke-sessions-2',
  text: `
    UPDATE agent_session SET revoke_at = CASE WHEN revoke_at IS NULL THEN coalesce($2::timestamptz, ${AT_ONCE}) ELSE ${AT_ONCE} END
     WHERE agent_id = $1 AND key_id IS NULL`,
};

// A statement that writes for the agent holds its key until the commit. A later statement finds the agent marked.
const LOCK_WHOLLY = {
  name: 'agent-lock-wholly-2',
  text: 'SELECT agent_name FROM agent WHERE id = $1 AND owner_id = $2 AND deleted_at IS NULL FOR UPDATE',
};

const IDENTIFY = {
  name: 'agent-identify',
  text: `
    SELECT id AS "agentId", owner_id AS "ownerId", agent_name AS "agentName", kind, secret_hash AS "secretHash",
           previous_secret_hash AS "previousSecretHash", previous_secret_valid_until AS "previousSecretValidUntil"
      FROM agent WHERE id = ANY ($1::text[]) AND deleted_at IS NULL`,
};
