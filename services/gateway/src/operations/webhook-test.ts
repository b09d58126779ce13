import { newId, ServiceError } from '@svc/domain';
import type { OperationHandlers } from '@svc/http-contract';
import type { Clock } from '@svc/runtime';
import type { SessionUser } from '@svc/sign-in';
import type { AgentWebhook, Store } from '@svc/store';
import { webhookHeaders } from '@svc/webhook-client';
import type { WebhookClient } from '@svc/webhook-client';
import { found } from './found.js';

export interface WebhookTestDependencies {
  store: Pick<Store, 'agents'>;
  client: Pick<WebhookClient, 'post'>;
  /** Throws ServiceError `webhook_url_not_allowed` with a reason. */
  vetWebhookUrl: (url: string) => Promise<void>;
  clock: Clock;
}

/** How long an owner waits for the answer, in milliseconds. Shorter than a delivery may take, since a person waits for it. */
export const WEBHOOK_TEST_TIMEOUT_MS = 10_000;

/** Tests an agent's webhook for its owner, with one signed request that is no event. */
export function webhookTest(deps: WebhookTestDependencies) {
  /** Users with a test under way. One at a time, so that nobody makes the service call a stranger's server many times at once. */
  const running = new Set<string>();

  return {
    async testAgentWebhook({ auth: { userId }, params: { agent_id: agentId }, body }) {
      const webhook = found(await deps.store.agents.webhookOf(agentId, userId));
      const url = body?.webhook_url ?? webhook.url;
      if (url === null) throw new ServiceError('conflict', { detail: 'The agent has no webhook_url' });
      if (running.has(userId)) throw new ServiceError('rate_limited', { retryAfterSeconds: 1 });
      running.add(userId);
      try {
        await deps.vetWebhookUrl(url);
        return { status: 200, body: await send(agentId, { ...webhook, url }) };
      } finally {
        running.delete(userId);
      }
    },
  } satisfies OperationHandlers<SessionUser>;

  async function send(agentId: string, webhook: AgentWebhook & { url: string }) {
    const { url, secret, previousSecret } = webhook;
    const nowMs = deps.clock.nowMs();
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
    const result = await deps.client.post({ url, headers, body: text });
    return {
      delivered: result.outcome === 'delivered',
      status_code: result.statusCode,
      error: result.outcome === 'aborted' ? 'The service was stopped meanwhile' : result.error,
      response: result.response,
      duration_ms: Math.round(performance.now() - startedMs),
    };
  }
}
