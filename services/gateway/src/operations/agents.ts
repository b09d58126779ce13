import { newAgentSecret, ServiceError } from '@svc/domain';
import type { Hints } from '@svc/events';
import type { OperationChecks, OperationHandlers } from '@svc/http-contract';
import type { MediaStorage } from '@svc/messages';
import type { Logger } from '@svc/runtime';
import type { AgentRecord, Store } from '@svc/store';
import type { ClientCaller } from '../client-caller.js';
import { removeDeletedMedia } from '../deleted-media.js';
import { agentView } from '../views/agent-view.js';
import { found } from './found.js';

export interface AgentsDependencies {
  store: Pick<Store, 'agents' | 'breakers' | 'deletions' | 'media' | 'presence'>;
  media: MediaStorage;
  hints: Hints;
  /** Throws ServiceError `webhook_url_not_allowed` with a reason. */
  vetWebhookUrl: (url: string) => Promise<void>;
  logger: Logger;
}

/** What is asked of name servers before an agent is made. One that is changed is found first. */
export function agentChecks({ vetWebhookUrl }: Pick<AgentsDependencies, 'vetWebhookUrl'>) {
  return {
    async createAgent({ body }) {
      assertStorable(body.agent_name);
      if (typeof body.webhook_url === 'string') await vetWebhookUrl(body.webhook_url);
    },
  } satisfies OperationChecks<ClientCaller>;
}

/** Operations of a user on agents. An agent of someone else is not found. */
export function agents(deps: AgentsDependencies) {
  const { store, hints } = deps;
  return {
    /** The only answer that carries the secret. {@link agentChecks} has let its webhook pass. */
    async createAgent({ auth: user, body }) {
      const secret = newAgentSecret();
      const agent = await store.agents.create({
        ownerId: user.userId,
        agentName: body.agent_name,
        kind: body.kind,
        webhookUrl: body.webhook_url ?? null,
        secret,
        call: user.call,
      });
      hints.agentChanged(agent.agentId, user.userId);
      return { status: 201, body: { ...agentView(agent, false, null), secret } };
    },

    async listAgents({ auth, query }) {
      const listed = await store.agents.listOf(auth.userId, query);
      return { status: 200, body: await withPresence(listed) };
    },

    async getAgent({ auth, params }) {
      const agent = found(await store.agents.findOwned(params.agent_id, auth.userId));
      const [view] = await withPresence([agent]);
      return { status: 200, body: found(view ?? null) };
    },

    async updateAgent({ auth: user, params: { agent_id: agentId }, body }) {
      if (body.agent_name !== undefined) assertStorable(body.agent_name);
      // Before the address is resolved, so that nobody can have names resolved through an agent of someone else.
      found(await store.agents.findOwned(agentId, user.userId));
      if (typeof body.webhook_url === 'string') await deps.vetWebhookUrl(body.webhook_url);
      const changes = {
        agentName: body.agent_name,
        webhookUrl: body.webhook_url,
        pushTriggersToWebhook: body.push_triggers_to_webhook,
        features: body.features,
      };
      const changed = await store.agents.change(agentId, user.userId, changes, user.call);
      hints.agentChanged(agentId, user.userId);
      const [view] = await withPresence([found(changed)]);
      return { status: 200, body: found(view ?? null) };
    },

    /** Answers soon, however much there is to remove. If there is little, it is removed before the answer. */
    async deleteAgent({ auth: user, params: { agent_id: agentId } }) {
      if (!(await store.agents.delete(agentId, user.userId, user.call))) throw new ServiceError('not_found');
      hints.credentialsChanged(agentId);
      hints.agentChanged(agentId, user.userId);
      await begun(async () => {
        await removeDeletedMedia(deps, agentId);
        await store.deletions.step({ kind: 'agent', id: agentId });
      });
      return { status: 204 };
    },

    async rotateAgentSecret({ auth: user, params: { agent_id: agentId }, body }) {
      const secret = newAgentSecret();
      const graceSeconds = body?.grace_period_seconds ?? 0;
      const { userId: ownerId, call } = user;
      const rotated = found(
        await store.agents.rotateSecret({ agentId, ownerId, secret, graceSeconds, call }),
      );
      hints.credentialsChanged(agentId);
      return {
        status: 200,
        body: {
          agent_id: agentId,
          secret,
          previous_secret_valid_until: rotated.previousSecretValidUntil?.toISOString() ?? null,
        },
      };
    },
  } satisfies OperationHandlers<ClientCaller>;

  async function withPresence(agents: AgentRecord[]) {
    const ids = agents.map(({ agentId }) => agentId);
    const [online, breakers] = await Promise.all([
      store.presence.onlineAmong(ids),
      store.breakers.notClosed(ids),
    ]);
    return agents.map((agent) =>
      agentView(agent, online.has(agent.agentId), breakers.get(agent.agentId) ?? null),
    );
  }

  /** The agent is marked as deleted already. If this fails, gateways and schedulers do it later. */
  async function begun(removal: () => Promise<void>): Promise<void> {
    try {
      await removal();
    } catch (error) {
      deps.logger.warn({ err: error }, 'a deletion is carried out later');
    }
  }
}

/** PostgreSQL cannot store this character. */
function assertStorable(agentName: string): void {
  if (!agentName.includes('\0')) return;
  throw new ServiceError('invalid_request', {
    fields: [{ path: 'body.agent_name', message: 'must not contain the character U+0000' }],
  });
}
