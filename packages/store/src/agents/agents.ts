import { Batcher, rows, transaction } from '@svc/database';
import type { Agent, PrismaClient } from '@svc/database';
import { AGENTS_PER_USER_MAX, newId, secretHash, ServiceError } from '@svc/domain';
import type { AgentCredentials, AgentFeature, AgentKind, AgentStatus, SecretBox } from '@svc/domain';
import type { Pool } from 'pg';
import { createAuditEntry, writeAuditEntry } from '../audit/audit-entry.js';
import type { AuditDetails } from '../audit/audit-entry.js';
import { markAgentsDeleted } from '../deletions/marks.js';
import { signingSecretQueries } from './signing-secrets.js';

/** An agent as its owner sees it, without its secret. */
export interface AgentRecord {
  agentId: string;
  ownerId: string;
  agentName: string;
  kind: AgentKind;
  status: AgentStatus;
  statusReason: string | null;
  webhookUrl: string | null;
  pushTriggersToWebhook: boolean;
  /** In the order of their names. */
  features: AgentFeature[];
  consecutiveFailures: number;
  createdAt: Date;
  /** Whether a secret of its own signs the agent's deliveries. */
  hasSigningSecret: boolean;
  /** Until when what signed before signs as well; may be over. */
  previousSignatureUntil: Date | null;
}

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

/** How a person's call is written into the audit log. */
export interface AuditedCall {
  /** As much as is kept of the address that the call came from. Default: nothing. */
  address?: string | null | undefined;
}

export type Agents = ReturnType<typeof agentQueries>;

export function agentQueries(pool: Pool, prisma: PrismaClient, box: SecretBox) {
  // When a hub restarts, all of its agents connect again at once.
  const identifying = new Batcher<string, AgentIdentity | null>((agentIds) => identify(pool, agentIds));

  return {
    /** @throws ServiceError `conflict` when the owner has as many agents as a user may have, `unauthorized` when there is no such owner. */
    async create(
      agent: {
        ownerId: string;
        agentName: string;
        kind: AgentKind;
        webhookUrl: string | null;
        secret: string;
      } & AuditedCall,
    ): Promise<AgentRecord> {
      const { ownerId, agentName, kind, webhookUrl, secret } = agent;
      const agentId = newId('agent');
      const sealed = box.seal(secret, { column: 'agent.secret_sealed', rowId: agentId });
      return transaction(pool, async (client) => {
        const [owner] = await rows(client, LOCK_OWNER, [ownerId]);
        if (owner === undefined) throw new ServiceError('unauthorized');
        const [created] = await rows<AgentRecord>(client, INSERT_AGENT, [
          ...[agentId, ownerId, agentName, kind, webhookUrl, secretHash(secret), sealed],
          AGENTS_PER_USER_MAX,
        ]);
        if (created === undefined) {
          throw new ServiceError('conflict', { detail: `A user has at most ${AGENTS_PER_USER_MAX} agents` });
        }
        await writeAuditEntry(client, {
          ...{
            userId: ownerId,
            action: 'agent.created',
            subjectId: agentId,
            agentId,
            address: agent.address,
          },
          details: { name: agentName, kind, ...webhookDetails({ webhookUrl }) },
        });
        return created;
      });
    },

    async listOf(ownerId: string): Promise<AgentRecord[]> {
      const found = await prisma.agent.findMany({
        where: { ownerId, deletedAt: null },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
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
      { address }: AuditedCall = {},
    ): Promise<AgentRecord | null> {
      return prisma.$transaction(async (tx) => {
        const [changed] = await tx.agent.updateManyAndReturn({
          where: { id: agentId, ownerId, deletedAt: null },
          data: {
            ...(changes.agentName === undefined ? {} : { agentName: changes.agentName }),
            ...(changes.webhookUrl === undefined ? {} : { webhookUrl: changes.webhookUrl }),
            ...(changes.pushTriggersToWebhook === undefined
              ? {}
              : { pushTriggersToWebhook: changes.pushTriggersToWebhook }),
            ...(changes.features === undefined ? {} : { features: changes.features.toSorted() }),
            ...(reachesFurther(changes) ? { takeUpWaiting: true } : {}),
            status: 'active',
            statusReason: null,
            consecutiveFailures: 0,
          },
        });
        if (changed === undefined) return null;
        await createAuditEntry(tx, {
          ...{ userId: ownerId, action: 'agent.changed', subjectId: agentId, agentId, address },
          details: changedDetails(changed.agentName, changes),
        });
        return agentRecord(changed);
      });
    },

    /**
     * Deletes the agent. From then on no query finds it, its credentials and triggers are void and its sessions revoked, however many rows
     * it has. Its rows are removed in steps ({@link deletionQueries}). False if the agent is not the owner's.
     */
    async delete(agentId: string, ownerId: string, { address }: AuditedCall = {}): Promise<boolean> {
      return transaction(pool, async (client) => {
        const [agent] = await rows<{ agent_name: string }>(client, LOCK_WHOLLY, [agentId, ownerId]);
        if (agent === undefined) return false;
        await markAgentsDeleted(client, [agentId]);
        await writeAuditEntry(client, {
          ...{ userId: ownerId, action: 'agent.deleted', subjectId: agentId, agentId, address },
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
      } & AuditedCall,
    ): Promise<{ previousSecretValidUntil: Date | null } | null> {
      const { agentId, ownerId, graceSeconds } = rotation;
      const hash = secretHash(rotation.secret);
      const sealed = box.seal(rotation.secret, { column: 'agent.secret_sealed', rowId: agentId });
      return prisma.$transaction(async (tx) => {
        const [rotated] = await tx.$queryRaw<{ agent_name: string; valid_until: Date | null }[]>`
          UPDATE agent
             SET previous_secret_hash = CASE WHEN ${graceSeconds}::int > 0 THEN secret_hash END,
                 previous_secret_valid_until = CASE WHEN ${graceSeconds}::int > 0
                   THEN now() + ${graceSeconds}::int * interval '1 second' END,
                 secret_hash = ${hash}, secret_sealed = ${sealed}
           WHERE id = ${agentId} AND owner_id = ${ownerId} AND deleted_at IS NULL
          RETURNING agent_name, previous_secret_valid_until AS valid_until`;
        if (rotated === undefined) return null;
        await tx.$executeRaw`
          UPDATE agent_session
             SET revoke_at = CASE WHEN revoke_at IS NULL THEN coalesce(${rotated.valid_until}::timestamptz, now()) ELSE now() END
           WHERE agent_id = ${agentId} AND key_id IS NULL`;
        await createAuditEntry(tx, {
          ...{ userId: ownerId, action: 'agent.secret_rotated', subjectId: agentId, agentId },
          address: rotation.address,
          details: { name: rotated.agent_name, grace_period_seconds: graceSeconds },
        });
        return { previousSecretValidUntil: rotated.valid_until };
      });
    },
  };
}

/** What the audit log says of a change: the agent's name now, and which settings were set. */
function changedDetails(name: string, changes: AgentChanges): AuditDetails {
  const { agentName, webhookUrl, pushTriggersToWebhook, features } = changes;
  const settings = {
    agent_name: agentName,
    webhook_url: webhookUrl,
    push_triggers_to_webhook: pushTriggersToWebhook,
    features,
  };
  const fields = Object.entries(settings).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  return { name, fields, ...webhookDetails(changes) };
}

/** Of a webhook's URL only the host, because the rest of it may hold a secret. */
function webhookDetails({ webhookUrl }: Pick<AgentChanges, 'webhookUrl'>): AuditDetails {
  if (webhookUrl === undefined) return {};
  return { webhook_host: webhookUrl === null ? null : (URL.parse(webhookUrl)?.host ?? null) };
}

/** Whether the agent's webhook may now take events that wait. */
function reachesFurther({ webhookUrl, pushTriggersToWebhook }: AgentChanges): boolean {
  return typeof webhookUrl === 'string' || pushTriggersToWebhook === true;
}

async function identify(pool: Pool, agentIds: string[]): Promise<(AgentIdentity | null)[]> {
  const found = await rows<AgentIdentity>(pool, IDENTIFY, [agentIds]);
  const byId = new Map(found.map((agent) => [agent.agentId, agent]));
  return agentIds.map((agentId) => byId.get(agentId) ?? null);
}

// So that no other creation for the owner is under way when the next statement counts the owner's agents.
const LOCK_OWNER = {
  name: 'agent-lock-owner',
  text: 'SELECT id FROM "user" WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
};

const INSERT_AGENT = {
  name: 'agent-insert',
  text: `
    WITH created AS (
      INSERT INTO agent (id, owner_id, agent_name, kind, webhook_url, secret_hash, secret_sealed)
      SELECT $1, $2, $3, $4, $5, $6, $7 WHERE (SELECT count(*) FROM agent WHERE owner_id = $2 AND deleted_at IS NULL) < $8
      RETURNING *
    ), counted AS (
      INSERT INTO agent_counter (agent_id) SELECT id FROM created
    )
    SELECT id AS "agentId", owner_id AS "ownerId", agent_name AS "agentName", kind, status, status_reason AS "statusReason",
           webhook_url AS "webhookUrl", push_triggers_to_webhook AS "pushTriggersToWebhook", features,
           consecutive_failures AS "consecutiveFailures", created_at AS "createdAt", false AS "hasSigningSecret",
           NULL::timestamptz AS "previousSignatureUntil"
      FROM created`,
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

function agentRecord(row: Agent): AgentRecord {
  return {
    agentId: row.id,
    ownerId: row.ownerId,
    agentName: row.agentName,
    kind: row.kind as AgentKind,
    status: row.status as AgentStatus,
    statusReason: row.statusReason,
    webhookUrl: row.webhookUrl,
    pushTriggersToWebhook: row.pushTriggersToWebhook,
    features: row.features as AgentFeature[],
    consecutiveFailures: row.consecutiveFailures,
    createdAt: row.createdAt,
    hasSigningSecret: row.signingSecretSealed !== null,
    previousSignatureUntil: row.previousSigningUntil,
  };
}
