import { invalidField, newId } from '@svc/domain';
import { viewOf } from '@svc/http-contract';
import type { OperationHandlers } from '@svc/http-contract';
import type { ErasureRecord } from '@svc/store';
import { REMOVALS_AT_ONCE, removeMedia } from '../media-route.js';
import type { ClientCaller } from '../user-guard.js';
import { assertFound, found } from './parts.js';
import type { OperationParts } from './parts.js';

/** Steps of a conversation's deletion that the call itself does, so that what is little is gone at once. */
const STEPS_AT_ONCE = 2;

/** Agents of an erased account that the call itself removes. */
const AGENTS_AT_ONCE = 3;

/** Each answers soon, however much there is to remove. What is someone else's is not found. */
export function deletions(deps: OperationParts) {
  const { store, announcer, hints, signIn } = deps;
  return {
    async deleteMessage({ auth: { userId, call }, params: { message_id: messageId } }) {
      const deleted = found(await store.messageDeletions.deleteMessage({ messageId, userId, call }));
      const { agentId, conversationId, decisionId, runId, events, eventIds, mediaIds } = deleted;
      const concerned = { agentId, userId };
      for (const event of events) announcer.announce(event);
      hints.messageChanged({ ...concerned, conversationId, messageId });
      for (const eventId of eventIds) hints.eventChanged(eventId, agentId, userId);
      if (decisionId !== null) hints.decisionChanged({ ...concerned, decisionId });
      if (runId !== null) hints.runChanged({ ...concerned, runId });
      await begun(() => removeMedia(deps, mediaIds));
    },

    async deleteConversation({ auth: { userId, call }, params: { conversation_id: conversationId } }) {
      const erasureId = newId('erasure');
      const deletion = { conversationId, userId, erasureId, call };
      const { agentId, decisionIds, events } = found(
        await store.messageDeletions.deleteConversation(deletion),
      );
      for (const event of events) announcer.announce(event);
      hints.messageChanged({ agentId, userId, conversationId });
      for (const decisionId of decisionIds) hints.decisionChanged({ agentId, userId, decisionId });
      await begun(async () => {
        const target = { kind: 'conversation' as const, id: conversationId };
        for (let steps = 0; steps < STEPS_AT_ONCE && (await store.deletions.step(target)); steps += 1);
        const mediaIds = await store.media.ofDeletedConversation(conversationId, REMOVALS_AT_ONCE);
        await removeMedia(deps, mediaIds);
        if (mediaIds.length > 0) await store.deletions.step(target);
      });
      return erasureView(found(await store.erasures.find(erasureId)));
    },

    async deleteAgent({ auth: user, params: { agent_id: agentId } }) {
      assertFound(await store.agents.delete(agentId, user.userId, user.call));
      hints.credentialsChanged(agentId);
      hints.agentChanged(agentId, user.userId);
      await begun(() => removeAgent(agentId));
    },

    async eraseAccount({ auth: { userId }, body: { password } }) {
      await deps.passwordHashing.run(async () => {
        const tried = await deps.backoff.change(userId);
        if (!(await signIn.isPasswordOf(userId, password))) throw invalidField('body.password', 'is wrong');
        await tried.succeeded();
      }, `user ${userId}`);
      const erasureId = newId('erasure');
      const { agentIds } = found(await store.deletions.eraseUser({ userId, erasureId }));
      signIn.sessions.forget();
      hints.sessionsEnded(userId);
      for (const agentId of agentIds) hints.credentialsChanged(agentId);
      await begun(async () => {
        for (const agentId of agentIds.slice(0, AGENTS_AT_ONCE)) await removeAgent(agentId);
        await store.deletions.step({ kind: 'user', id: userId });
      });
      return erasureView(found(await store.erasures.find(erasureId)));
    },
  } satisfies OperationHandlers<ClientCaller>;

  async function removeAgent(agentId: string): Promise<void> {
    await removeMedia(deps, await store.media.ofDeleted(REMOVALS_AT_ONCE, agentId));
    await store.deletions.step({ kind: 'agent', id: agentId });
  }

  /** What is deleted is gone or marked already. If this fails, gateways and schedulers do it later. */
  async function begun(removal: () => Promise<unknown>): Promise<void> {
    try {
      await removal();
    } catch (error) {
      deps.logger.warn({ err: error }, 'a deletion is carried out later');
    }
  }
}

/** For whoever has the id: a user who has erased the account cannot sign in any more. */
export function erasureProgress({ store }: OperationParts) {
  return {
    async getErasure({ params: { erasure_id: erasureId } }) {
      return erasureView(found(await store.erasures.find(erasureId)));
    },
  } satisfies OperationHandlers<null>;
}

function erasureView(erasure: ErasureRecord) {
  return viewOf('Erasure', { ...erasure, status: erasure.finishedAt === null ? 'running' : 'finished' });
}
