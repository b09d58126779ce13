import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';

export type WebhookTestResult = Schemas['WebhookTestResult'];

/** Sends one signed request to the agent's webhook, or to another address before it is saved. */
export function testWebhook(agentId: string, webhookUrl?: string): Promise<WebhookTestResult> {
  return answerOf(
    api.POST('/api/client/agents/{agent_id}/webhook/test', {
      params: { path: { agent_id: agentId } },
      body: webhookUrl === undefined ? {} : { webhook_url: webhookUrl },
    }),
  );
}
