import { newId } from '@svc/domain';
import type { Announcer, Hints } from '@svc/events';
import type { OperationHandlers } from '@svc/http-contract';
import type { MediaStorage } from '@svc/messages';
import type { Logger } from '@svc/runtime';
import type { Store } from '@svc/store';
import type { ClientCaller } from '../client-caller.js';
import { removeFilesOfConversation, removeFilesOfMessage } from '../deleted-media.js';
import { erasureView } from '../views/erasure-view.js';
import { found } from './found.js';

export interface MessageDeletionsDependencies {
  store: Pick<Store, 'deletions' | 'erasures' | 'media' | 'messageDeletions'>;
  media: MediaStorage;
  announcer: Pick<Announcer, 'announce'>;
  hints: Pick<Hints, 'messageChanged' | 'decisionChanged' | 'runChanged' | 'eventChanged'>;
  logger: Logger;
}

/** Steps of a conversation's deletion that the call itself does, so that what is little is gone before the answer. */
const STEPS_AT_ONCE = 2;

/** A user deletes messages and conversations. Those of someone else are not found. */
export function messageDeletions(deps: MessageDeletionsDependencies) {
  const { store, announcer, hints } = deps;
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
      await begun(() => removeFilesOfMessage(deps, mediaIds));
      return { status: 204 };
    },

    /** Answers soon, however much there is to remove. */
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
        if (await removeFilesOfConversation(deps, conversationId)) await store.deletions.step(target);
      });
      return { status: 202, body: erasureView(found(await store.erasures.find(erasureId))) };
    },
  } satisfies OperationHandlers<ClientCaller>;

  /** The rows are gone or marked already. If this fails, gateways and schedulers do it later. */
  async function begun(removal: () => Promise<void>): Promise<void> {
    try {
      await removal();
    } catch (error) {
      deps.logger.warn({ err: error }, 'a deletion is carried out later');
    }
  }
}
