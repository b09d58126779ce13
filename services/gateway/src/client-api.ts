import { contractRouter } from '@svc/http-contract';
import type { Router } from 'express';
import { clientDecisionHandlers } from './client-decision-handlers.js';
import type { ClientDecisionOperations } from './client-decision-handlers.js';
import { clientTaskHandlers } from './client-task-handlers.js';
import type { ClientTaskOperations } from './client-task-handlers.js';
import type { LargeBodies } from './large-bodies.js';
import type { agents } from './operations/agents.js';
import type { conversations } from './operations/conversations.js';
import type { events } from './operations/events.js';
import type { webhookTest } from './operations/webhook-test.js';
import type { UserDoor } from './user-door.js';
import type { SessionUser } from '@svc/sign-in';

export interface ClientApiOptions extends ClientDecisionOperations, ClientTaskOperations {
  door: UserDoor;
  largeBodies: LargeBodies;
  agents: ReturnType<typeof agents>;
  conversations: ReturnType<typeof conversations>;
  events: ReturnType<typeof events>;
  testWebhook: ReturnType<typeof webhookTest>;
}

/** `/api/client/*`. */
export function clientApi({
  door,
  largeBodies,
  agents,
  conversations,
  events,
  testWebhook,
  tasks,
  runs,
  ...decisions
}: ClientApiOptions): Router {
  return contractRouter<SessionUser>({
    async authenticate(request, response) {
      const user = await door(request, request.ip ?? '');
      largeBodies.admit(request, response, user.userId);
      return user;
    },
    handlers: {
      createAgent: async ({ auth, body }) => ({ status: 201, body: await agents.create(auth, body) }),
      listAgents: async ({ auth }) => ({ status: 200, body: await agents.list(auth) }),
      getAgent: async ({ auth, params }) => ({ status: 200, body: await agents.read(auth, params.agent_id) }),
      updateAgent: async ({ auth, params, body }) => ({
        status: 200,
        body: await agents.change(auth, params.agent_id, body),
      }),
      async deleteAgent({ auth, params }) {
        await agents.delete(auth, params.agent_id);
        return { status: 204 };
      },
      rotateAgentSecret: async ({ auth, params, body }) => ({
        status: 200,
        body: await agents.rotateSecret(auth, params.agent_id, body?.grace_period_seconds ?? 0),
      }),

      sendUserMessage: async ({ auth, params, body }) => ({
        status: 201,
        body: await conversations.send(auth, params.agent_id, body),
      }),
      listConversations: async ({ auth, query }) => ({
        status: 200,
        body: await conversations.list(auth, query.agent_id),
      }),
      listConversationMessages: async ({ auth, params, query }) => ({
        status: 200,
        body: await conversations.history(auth, params.conversation_id, query),
      }),

      listAgentEvents: async ({ auth, params, query }) => ({
        status: 200,
        body: await events.list(auth, params.agent_id, query),
      }),
      ...clientTaskHandlers({ tasks, runs }),
      ...clientDecisionHandlers(decisions),

      testAgentWebhook: async ({ auth, params, body }) => ({
        status: 200,
        body: await testWebhook(auth, params.agent_id, body),
      }),
      redeliverFailedEvents: async ({ auth, params, body }) => ({
        status: 202,
        body: await events.redeliverFailed(auth, params.agent_id, new Date(body.since)),
      }),
      redeliverEvent: async ({ auth, params }) => ({
        status: 202,
        body: await events.redeliver(auth, params.event_id),
      }),
    },
  });
}
