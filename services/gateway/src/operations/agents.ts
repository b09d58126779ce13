import {
  AGENT_SCOPES,
  newAgentKey,
  newAgentSecret,
  ServiceError,
  storableText,
  storableTextNotBlank,
  newId,
  newSigningSecret,
  SIGNING_GRACE_SECONDS,
  conflict,
} from '@svc/domain';
import { viewOf } from '@svc/http-contract';
import type { OperationChecks, OperationHandlers } from '@svc/http-contract';
import type { AgentRecord, AgentWebhook, BreakerRecord } from '@svc/store';
import type { ClientCaller } from '../user-guard.js';
import { assertFound, found } from './parts.js';
import type { OperationParts } from './parts.js';
import { webhookHeaders } from '@svc/runtime';

/** Asks name servers before an agent is made. One that is changed is found first. */
export function agentChecks({ vetWebhookUrl }: OperationParts) {
  return {
    async createAgent({ body }) {
      if (typeof body.webhook_url === 'string') await vetWebhookUrl(body.webhook_url);
    },
  } satisfies OperationChecks<ClientCaller>;
}

/** An agent of someone else is not found. */
export function agents(deps: OperationParts) {
  const { store, hints } = deps;
  return {
    /** The only answer that carries the secret. {@link agentChecks} has let its webhook pass. */
    async createAgent({ auth: user, body }) {
      const secret = newAgentSecret();
      const agent = await store.agents.create({
        ownerId: user.userId,
        agentName: storableText(body.agent_name, 'body.agent_name'),
        kind: body.kind,
        webhookUrl: body.webhook_url ?? null,
        secret,
        call: user.call,
      });
      hints.agentChanged(agent.agentId, user.userId);
      return { ...agentView(agent, NEVER_SEEN), secret };
    },

    async listAgents({ auth, query }) {
      const listed = await store.agents.listOf(auth.userId, query);
      return await withPresence(listed);
    },

    async getAgent({ auth, params }) {
      const agent = found(await store.agents.findOwned(params.agent_id, auth.userId));
      const [view] = await withPresence([agent]);
      return found(view ?? null);
    },

    async updateAgent({ auth: user, params: { agent_id: agentId }, body }) {
      const { agent_name: name } = body;
      const agentName = name === undefined ? undefined : storableText(name, 'body.agent_name');
      // First, so that a caller cannot have names resolved through an agent of another user.
      found(await store.agents.findOwned(agentId, user.userId));
      if (typeof body.webhook_url === 'string') await deps.vetWebhookUrl(body.webhook_url);
      const changes = {
        agentName,
        webhookUrl: body.webhook_url,
        pushTriggersToWebhook: body.push_triggers_to_webhook,
        features: body.features,
      };
      const changed = await store.agents.change(agentId, user.userId, changes, user.call);
      hints.agentChanged(agentId, user.userId);
      const [view] = await withPresence([found(changed)]);
      return found(view ?? null);
    },

    async rotateAgentSecret({ auth: user, params: { agent_id: agentId }, body }) {
      const secret = newAgentSecret();
      const graceSeconds = body?.grace_period_seconds ?? 0;
      const { userId: ownerId, call } = user;
      const rotation = { agentId, ownerId, secret, graceSeconds, call };
      const rotated = found(await store.agents.rotateSecret(rotation));
      hints.credentialsChanged(agentId);
      return {
        agent_id: agentId,
        secret,
        previous_secret_valid_until: rotated.previousSecretValidUntil?.toISOString() ?? null,
      };
    },

    async listAgentKeys({ auth: { userId }, params: { agent_id: agentId } }) {
      found(await store.agents.findOwned(agentId, userId));
      const keys = await store.agentKeys.listOf(agentId, userId);
      return keys.map((key) => viewOf('AgentKey', key));
    },

    async createAgentKey({ auth: { userId, call }, params: { agent_id: agentId }, body }) {
      const { keyId, text } = newAgentKey();
      const created = found(
        await store.agentKeys.create({
          ...{ keyId, text, agentId, ownerId: userId, call },
          name: storableTextNotBlank(body.name, 'body.name'),
          scopes: AGENT_SCOPES.filter((scope) => body.scopes.includes(scope)),
          expiresInSeconds: body.expires_in_seconds ?? null,
        }),
      );
      hints.agentChanged(agentId, userId);
      return viewOf('AgentKeyWithSecret', { ...created, secret: text });
    },

    async revokeAgentKey({ auth: { userId, call }, params: { agent_id: agentId, key_id: keyId } }) {
      assertFound(await store.agentKeys.revoke({ keyId, agentId, ownerId: userId, call }));
      hints.credentialsChanged(agentId);
      hints.agentChanged(agentId, userId);
    },
  } satisfies OperationHandlers<ClientCaller>;

  async function withPresence(agents: AgentRecord[]) {
    const ids = agents.map(({ agentId }) => agentId);
    const [connections, breakers] = await Promise.all([
      store.presence.connectionsOf(ids),
      store.breakers.openOf(ids),
    ]);
    return agents.map((agent) =>
      agentView(agent, {
        connections: connections.get(agent.agentId) ?? 0,
        webhookBreaker: breakers.get(agent.agentId) ?? null,
      }),
    );
  }
}

export interface SeenOfAgent {
  /** Open WebSockets. */
  connections: number;
  webhookBreaker: BreakerRecord | null;
}

/** An agent as its owner sees it. */
export function agentView(agent: AgentRecord, seen: SeenOfAgent) {
  return viewOf('Agent', { ...agent, ...seen, online: seen.connections > 0 });
}

const NEVER_SEEN: SeenOfAgent = { connections: 0, webhookBreaker: null };

/** Shorter than a delivery may take, since a person waits. */
export const WEBHOOK_TEST_TIMEOUT_MS = 10_000;

/** An agent of someone else is not found. */
export function webhooks({ store, hints, clock, webhookClient, vetWebhookUrl }: OperationParts) {
  /** One test at a time, so that no user makes the service call a foreign server many times at once. */
  const running = new Set<string>();

  return {
    async rotateSigningSecret({ auth: { userId, call }, params: { agent_id: agentId }, body }) {
      const signingSecret = newSigningSecret();
      const graceSeconds = body?.grace_period_seconds ?? SIGNING_GRACE_SECONDS.default;
      const rotation = { agentId, ownerId: userId, signingSecret, graceSeconds, call };
      const { previousSignatureUntil } = found(await store.agents.rotateSigningSecret(rotation));
      hints.agentChanged(agentId, userId);
      return {
        agent_id: agentId,
        signing_secret: signingSecret,
        previous_signature_until: previousSignatureUntil?.toISOString() ?? null,
      };
    },

    async removeSigningSecret({ auth: user, params: { agent_id: agentId } }) {
      assertFound(await store.agents.removeSigningSecret(agentId, user.userId, user.call));
      hints.agentChanged(agentId, user.userId);
    },

    async probeAgentWebhook({ auth: { userId }, params: { agent_id: agentId } }) {
      const isDue = found(await store.breakers.probeNow(agentId, userId));
      if (isDue) hints.agentChanged(agentId, userId);
      return { agent_id: agentId, is_due: isDue };
    },

    /** One signed request that is no event. */
    async testAgentWebhook({ auth: { userId }, params: { agent_id: agentId }, body }) {
      const webhook = found(await store.agents.webhookOf(agentId, userId));
      const url = body?.webhook_url ?? webhook.url;
      if (url === null) throw conflict('The agent has no webhook_url');
      if (running.has(userId)) throw new ServiceError('rate_limited', { retryAfterSeconds: 1 });
      running.add(userId);
      try {
        await vetWebhookUrl(url);
        return await send(agentId, { ...webhook, url });
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
