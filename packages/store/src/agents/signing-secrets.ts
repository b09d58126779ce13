import { rows } from '@svc/database';
import type { SealedPlace, SecretBox } from '@svc/domain';
import type { Pool } from 'pg';

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
    async rotateSigningSecret(rotation: {
      agentId: string;
      ownerId: string;
      signingSecret: string;
      graceSeconds: number;
    }): Promise<{ previousSignatureUntil: Date | null } | null> {
      const { agentId, ownerId, signingSecret, graceSeconds } = rotation;
      const values = [agentId, ownerId, box.seal(signingSecret, placeOf(agentId)), graceSeconds];
      const [rotated] = await rows<{ previousSignatureUntil: Date | null }>(pool, ROTATE, values);
      return rotated ?? null;
    },

    /** From now on the agent's secret alone signs. False if the agent is not the owner's. */
    async removeSigningSecret(agentId: string, ownerId: string): Promise<boolean> {
      return (await rows(pool, REMOVE, [agentId, ownerId])).length > 0;
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

const ROTATE = {
  name: 'agent-rotate-signing-secret',
  text: `
    UPDATE agent
       SET previous_signing_sealed = CASE WHEN $4::int > 0 THEN coalesce(signing_secret_sealed, secret_sealed) END,
           previous_signing_until = CASE WHEN $4::int > 0 THEN now() + $4::int * interval '1 second' END,
           signing_secret_sealed = $3
     WHERE id = $1 AND owner_id = $2 AND deleted_at IS NULL
    RETURNING previous_signing_until AS "previousSignatureUntil"`,
};

const REMOVE = {
  name: 'agent-remove-signing-secret',
  text: `
    UPDATE agent SET signing_secret_sealed = NULL, previous_signing_sealed = NULL, previous_signing_until = NULL
     WHERE id = $1 AND owner_id = $2 AND deleted_at IS NULL RETURNING id`,
};
