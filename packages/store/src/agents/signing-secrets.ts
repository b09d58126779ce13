import { rows } from '@svc/database';
import type { SealedPlace, SecretBox } from '@svc/domain';
import type { Pool } from 'pg';
import { auditedSql } from '../audit/audit-entry.js';
import type { Audited, AuditedCall } from '../audit/audit-entry.js';

/** What an agent's webhook is called with. */
export interface AgentWebhook {
  url: string | null;
  /** What signs: the agent's signing secret, or its secret where it has none. */
  secret: string;
  /** What signed before, while a rotation's grace lasts; `null` otherwise. */
  previousSecret: string | null;
}

/** What signs an agent's deliveries. */
export function signingSecretQueries(pool: Pool, box: SecretBox) {
  return {
    /** The webhook of the owner's agent, and what signs its requests; `null` if the agent is not the owner's. */
    async webhookOf(agentId: string, ownerId: string): Promise<AgentWebhook | null> {
      const [found] = await rows<{ url: string | null; sealed: Buffer; previous: Buffer | null }>(
        pool,
        WEBHOOK_OF,
        [agentId, ownerId],
      );
      if (found === undefined) return null;
      const { url, sealed, previous } = found;
      const place = placeOf(agentId);
      const previousSecret = previous === null ? null : box.open(previous, place);
      return { url, secret: box.open(sealed, place), previousSecret };
    },

    /**
     * Gives the agent a new signing secret. What signed before, which may be the agent's secret, signs as well for `graceSeconds`. A grace of an
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
      const { agentId, ownerId, signingSecret, graceSeconds, call = {} } = rotation;
      const values = [agentId, ownerId, call, box.seal(signingSecret, placeOf(agentId)), graceSeconds];
      const [rotated] = await rows<{ previousSignatureUntil: Date | null }>(pool, ROTATE, values);
      return rotated ?? null;
    },

    /** From now on the agent's secret alone signs. False if the agent is not the owner's. */
    async removeSigningSecret(agentId: string, ownerId: string, call: AuditedCall = {}): Promise<boolean> {
      return (await rows(pool, REMOVE, [agentId, ownerId, call])).length > 0;
    },
  };
}

/** A rotation moves values between columns of the row, so all of them are bound as the agent's secret. */
function placeOf(agentId: string): SealedPlace {
  return { column: 'agent.secret_sealed', rowId: agentId };
}

const WEBHOOK_OF = {
  name: 'agent-webhook-of',
  text: `
    SELECT webhook_url AS url, coalesce(signing_secret_sealed, secret_sealed) AS sealed,
           CASE WHEN previous_signing_until > now() THEN previous_signing_sealed END AS previous
      FROM agent WHERE id = $1 AND owner_id = $2 AND deleted_at IS NULL`,
};

/** The owner's agent, held, and what it signs with before the statement changes that. */
const FORMER = `
      SELECT id, agent_name, signing_secret_sealed IS NOT NULL AS has_secret, coalesce(previous_signing_until > now(), false) AS has_grace
        FROM agent WHERE id = $1 AND owner_id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE`;

const BY_OWNER = { userId: '$2', actor: 'user', actorId: '$2', call: '$3' } as const;

const ROTATE = {
  name: 'agent-rotate-signing-secret-3',
  text: `
    WITH f AS MATERIALIZED (${FORMER}
    ), rotated AS (
      UPDATE agent a
         SET previous_signing_sealed = CASE WHEN $5::int > 0 THEN coalesce(a.signing_secret_sealed, a.secret_sealed) END,
             previous_signing_until = CASE WHEN $5::int > 0 THEN now() + $5::int * interval '1 second' END,
             signing_secret_sealed = $4
        FROM f WHERE a.id = f.id
      RETURNING a.previous_signing_until
    ), audited AS (${auditedSql({
      ...{ from: 'f', action: 'agent.signing_secret_rotated', ...BY_OWNER },
      ...{ subjectId: 'f.id', agentId: 'f.id' },
      details: `jsonb_build_object('name', f.agent_name, 'grace_period_seconds', $5::int, 'ended_grace', f.has_grace)`,
    })}
    )
    SELECT previous_signing_until AS "previousSignatureUntil" FROM rotated`,
};

// Where there is nothing to remove, nothing is said of it.
const REMOVE = {
  name: 'agent-remove-signing-secret-3',
  text: `
    WITH f AS MATERIALIZED (${FORMER}
    ), removed AS (
      UPDATE agent a SET signing_secret_sealed = NULL, previous_signing_sealed = NULL, previous_signing_until = NULL
        FROM f WHERE a.id = f.id
    ), audited AS (${auditedSql({
      ...{ from: 'f WHERE f.has_secret', action: 'agent.signing_secret_removed', ...BY_OWNER },
      ...{ subjectId: 'f.id', agentId: 'f.id' },
      details: `jsonb_build_object('name', f.agent_name, 'ended_grace', f.has_grace)`,
    })}
    )
    SELECT id FROM f`,
};
