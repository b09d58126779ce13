import type { Announcer, Hints } from '@svc/events';
import type { Store } from '@svc/store';
import { acceptAgentMessage } from './agent-message.js';
import type { AgentMessage, GrownIds } from './agent-message.js';
import { acceptPressedReply } from './pressed-reply.js';
import type { PressedReply } from './pressed-reply.js';
import type { MediaStorage } from './media/storage.js';
import { acceptUserMessage } from './user-message.js';
import type { UserMessage } from './user-message.js';

export interface MessagesDependencies {
  store: Pick<Store, 'agents' | 'messages' | 'quickReplies' | 'uploads'>;
  media: MediaStorage;
  announcer: Pick<Announcer, 'announce'>;
  hints: Pick<Hints, 'messageChanged' | 'runChanged'>;
}

export interface AcceptedMessage {
  messageId: string;
  conversationId: string;
}

/** Accepts chat messages from users and from agents. */
export interface Messages {
  /**
   * Stores a user's message with its event, and publishes the event. Resolves when both are committed, and does not wait for the publish. A
   * conversation is opened if none is named.
   *
   * @throws ServiceError `not_found` if agent or conversation is not the user's, `kind_not_allowed` for an approval-only agent,
   *   `invalid_request`, `quota_exceeded`, and the errors of decoding images and audio. Then nothing is stored.
   */
  acceptUserMessage(message: UserMessage): Promise<AcceptedMessage>;

  /**
   * Stores an agent's message, and sends a hint to its owner's consoles. A conversation is opened if none is named.
   *
   * @throws ServiceError `kind_not_allowed` for an approval-only agent, `not_found` if conversation or run is not the agent's,
   *   `invalid_request`, `quota_exceeded`, and the errors of decoding the image. Then nothing is stored.
   */
  acceptAgentMessage(message: AgentMessage): Promise<AcceptedMessage>;

  /** The same for a message whose text has grown, and is bounded already. A message that is written under its id is `not_found`. */
  acceptGrownMessage(message: AgentMessage, grown: GrownIds): Promise<AcceptedMessage>;

  /**
   * Sends the user's message that a button under an agent's message stands for, once. The same button again is answered with the same message.
   *
   * @throws ServiceError `not_found` if the user has no such message, or it has no buttons; `invalid_request`, `quota_exceeded`; `conflict` if another button was
   *   pressed, or the user has written since, or the agent has sent other buttons.
   */
  acceptPressedReply(press: PressedReply): Promise<AcceptedMessage>;
}

export function createMessages(deps: MessagesDependencies): Messages {
  const { announcer, hints } = deps;

  return {
    async acceptUserMessage(message) {
      const { event, ...accepted } = await acceptUserMessage(deps, message);
      announcer.announce(event);
      hints.messageChanged({ ...accepted, userId: message.userId, agentId: message.agentId });
      return accepted;
    },

    acceptAgentMessage: (message) => acceptFromAgent(message),
    acceptGrownMessage: (message, grown) => acceptFromAgent(message, grown),

    async acceptPressedReply(press) {
      const { event, agentId, ...accepted } = await acceptPressedReply(deps, press);
      if (event !== null) {
        announcer.announce(event);
        hints.messageChanged({ ...accepted, userId: press.userId, agentId });
      }
      return accepted;
    },
  };

  async function acceptFromAgent(message: AgentMessage, grown?: GrownIds): Promise<AcceptedMessage> {
    const { userId, begunTaskId, ...accepted } = await acceptAgentMessage(deps, message, grown);
    const { agentId, taskRunId: runId } = message;
    hints.messageChanged({ ...accepted, userId, agentId });
    if (begunTaskId !== null && runId !== undefined) {
      hints.runChanged({ agentId, userId, taskId: begunTaskId, runId });
    }
    return accepted;
  }
}
