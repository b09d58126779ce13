import { newId, newSigningSecret, ServiceError, SIGNING_GRACE_SECONDS } from '@svc/domain';
import type { OperationHandlers } from '@svc/http-contract';
import type { AgentWebhook } from '@svc/store';
import { webhookHeaders } from '@svc/runtime';
import type { ClientCaller } from '../user-guard.js';
import { found } from './parts.js';
import type { OperationParts } from './parts.js';

/** How long an owner waits for the answer, in milliseconds. Shorter than a delivery may take, since a person waits for it. */
export const WEBHOOK_TEST_TIMEOUT_MS = 10_000;

/** Operations of a user on the webhook of an agent, and on what signs its deliveries. An agent of someone else is not found. */
export function webhooks({ store, hints, clock, webhookClient, vetWebhookUrl }: OperationParts) {
  /** Users with a test under way. One at a time, so that no user makes the service call a foreign server many times at once. */
  const running = new Set<string>();

  return {
    /** The only answer that carries the signing secret. */
    async rotateSigningSecret({ auth: { userId, call }, params: { agent_id: agentId }, body }) {
      const signingSecret = newSigningSecret();
      const graceSeconds = body?.grace_period_seconds ?? SIGNING_GRACE_SECONDS.default;
      const rotation = { agentId, ownerId: userId, signingSecret, graceSeconds, call };
      const { previousSignatureUntil } = found(await store.agents.rotateSigningSecret(rotation));
      hints.agentChanged(agentId, userId);
      return {
        status: 200,
        body: {
          agent_id: agentId,
          signing_secret: signingSecret,
          previous_signature_until: previousSignatureUntil?.toISOString() ?? null,
        },
      };
    },

    async removeSigningSecret({ auth: user, params: { agent_id: agentId } }) {
      const isRemoved = await store.agents.removeSigningSecret(agentId, user.userId, user.call);
      if (!isRemoved) throw new ServiceError('not_found');
      hints.agentChanged(agentId, user.userId);
      return { status: 204 };
    },

    /** A dispatcher looks after the breaker. */
    async probeAgentWebhook({ auth: { userId }, params: { agent_id: agentId } }) {
      const isDue = found(await store.breakers.probeNow(agentId, userId));
      if (isDue) hints.agentChanged(agentId, userId);
      return { status: 202, body: { agent_id: agentId, is_due: isDue } };
    },

    /** Tests the webhook with one signed request that is no event. */
    async testAgentWebhook({ auth: { userId }, params: { agent_id: agentId }, body }) {
      const webhook = found(await store.agents.webhookOf(agentId, userId));
      const url = body?.webhook_url ?? webhook.url;
      if (url === null) throw new ServiceError('conflict', { detail: 'The agent has no webhook_url' });
      if (running.has(userId)) throw new ServiceError('rate_limited', { retryAfterSeconds: 1 });
      running.add(userId);
      try {
        await vetWebhookUrl(url);
        return { status: 200, body: await send(agentId, { ...webhook, url }) };
      } finally {
        running.delete(userId);
      }
    },
  } satisfies OperationHandlers<ClientCaller>;

  async function send(agentId: string, webhook: AgentWebhook & { url: string }) {
    const { url, secret, previousSecret } = webhook;
    const nowMs = clock.nowMs();
    const sentAt = new Date(nowMs).toISOString();
    const text = Buffer.from(JSON.stringify({ type: 'test', agent_id: agentId, sent_at: sentAt }));
    const headers = webhookHeaders({
      eventId: newId('event'),
      deliveryId: newId('delivery'),
      retryNum: 0,
      retryReason: 'first_attempt',
      timestamp: Math.floor(nowMs / 1_000),
      ...{ secret, previousSecret },
      body: text,
    });
    const startedMs = performance.now();
    const result = await webhookClient.post({ url, headers, body: text });
    return {
      delivered: result.outcome === 'delivered',
      status_code: result.statusCode,
      error: result.outcome === 'aborted' ? 'The service was stopped meanwhile' : result.error,
      response: result.response,
      duration_ms: Math.round(performance.now() - startedMs),
    };
  }
}
