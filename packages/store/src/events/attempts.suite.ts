import { newId } from '@svc/domain';
import type { ClaimedAttempt, WebhookClaim } from './channels/webhook-claim.js';
import type { FinishedAttempt } from './channels/webhook.js';
import type { StoreBench } from '../bench.suite.js';

/** Attempts of webhooks, as a dispatcher makes them. */
export function attemptCalls(bench: StoreBench) {
  /** What a dispatcher gets for an agent, whose time has come. */
  async function claim(agentId: string, claiming: Partial<WebhookClaim> = {}): Promise<ClaimedAttempt[]> {
    await bench.sql`UPDATE agent_counter
      SET next_due_at = CASE WHEN agent_id = ${agentId} THEN now() - interval '1 second' END`;
    const asked = { limit: 100, perAgentMax: 50, leaseMs: 60_000, newDeliveryId: () => newId('delivery') };
    return (await bench.store.channels.webhook.claim({ ...asked, ...claiming })).attempts;
  }

  /** The webhook answered 500, unless the outcome says something else, and no attempt follows. */
  function finish(claimed: ClaimedAttempt, outcome: Partial<FinishedAttempt> = {}): Promise<void> {
    return bench.store.channels.webhook.finish({
      ...{ ...claimed, outcome: 'http_error', statusCode: 500 },
      ...{ error: null, response: null, durationMs: 1.4, nextInMs: null },
      ...outcome,
    });
  }

  const only = async (agentId: string): Promise<ClaimedAttempt> => {
    const [claimed, ...others] = await claim(agentId);
    if (claimed === undefined || others.length > 0) throw new Error('Not one attempt was due');
    return claimed;
  };

  /** The process that made the attempt has died, and its lease is over. */
  const expire = (eventId: string) =>
    bench.sql`UPDATE event SET in_flight_until = now() - interval '1 second', next_attempt_at = now() - interval '1 second'
      WHERE id = ${eventId}`;

  return { claim, expire, finish, only };
}
