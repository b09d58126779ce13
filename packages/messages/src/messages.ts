import { newId, ServiceError, invalidField, messageText } from '@svc/domain';
import { userMessageFrame } from '@svc/store';
import type { Announcer, Hints, OutgoingEvent, QuickReplyOffer, Store } from '@svc/store';
import { acceptAgentMessage } from './agent-message.js';
import type { AcceptedMessage, AgentMessage, GrownIds } from './agent-message.js';
import type { MediaStorage } from './media/storage.js';
import { sendOnce } from './streams/keyed-end.js';
import type { MessageKey } from './streams/keyed-end.js';
import { acceptUserMessage } from './user-message.js';
import type { UserMessage } from './user-message.js';

export interface MessagesDependencies {
  store: Pick<Store, 'agents' | 'messages' | 'quickReplies' | 'uploads' | 'idempotentCalls'>;
  media: MediaStorage;
  announcer: Pick<Announcer, 'announce'>;
  hints: Pick<Hints, 'messageChanged' | 'runChanged'>;
}

/** Accepts chat messages from users and from agents. */
export function createMessages(deps: MessagesDependencies) {
  const { announcer, hints } = deps;

  return {
    /**
     * Stores a user's message with its event, and publishes the event. Resolves when both are committed, and does not wait for the publish. A
     * conversation is opened if none is named.
     *
     * @throws ServiceError `not_found` if agent or conversation is not the user's, `kind_not_allowed` for an approval-only agent,
     *   `invalid_request`, `quota_exceeded`, and the errors of decoding images and audio. Then nothing is stored.
     */
    async acceptUserMessage(message: UserMessage): Promise<AcceptedMessage> {
      const { event, ...accepted } = await acceptUserMessage(deps, message);
      announcer.announce(event);
      hints.messageChanged({ ...accepted, userId: message.userId, agentId: message.agentId });
      return accepted;
    },

    /**
     * Stores an agent's message, and sends a hint to its owner's consoles. A conversation is opened if none is named, and its run has none. With a key it is
     * stored once.
     *
     * @throws ServiceError `kind_not_allowed` for an approval-only agent, `not_found` if conversation or run is not the agent's,
     *   `invalid_request`, `quota_exceeded`, and the errors of decoding the image. Then nothing is stored.
     */
    acceptAgentMessage: (message: AgentMessage, key?: MessageKey): Promise<AcceptedMessage> =>
      key === undefined
        ? acceptFromAgent(message)
        : sendOnce(deps.store.idempotentCalls, { ...key, message }, acceptFromAgent),

    /** The same for a message whose text has grown, and is bounded already. A message that is written under its id is `not_found`. */
    acceptGrownMessage: (message: AgentMessage, grown: GrownIds) => acceptFromAgent(message, grown),

    /**
     * Sends the user's message that a button under an agent's message stands for, once. The same button again is answered with the same message.
     *
     * @throws ServiceError `not_found` if the user has no such message, or it has no buttons; `invalid_request`, `quota_exceeded`; `conflict` if another button was
     *   pressed, or the user has written since, or the agent has sent other buttons.
     */
    async acceptPressedReply(press: PressedReply): Promise<AcceptedMessage> {
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

export type Messages = ReturnType<typeof createMessages>;

/** A press of a button under a message. */
interface PressedReply {
  /** Of the agent's message. */
  messageId: string;
  index: number;
  userId: string;
  /** Display name of the user. */
  senderName: string;
}

interface AcceptedReply {
  agentId: string;
  messageId: string;
  conversationId: string;
  /** `null` if the same button was pressed before, which sends nothing again. */
  event: OutgoingEvent | null;
}

interface Dependencies {
  store: Pick<Store, 'quickReplies'>;
}

async function acceptPressedReply(deps: Dependencies, press: PressedReply): Promise<AcceptedReply> {
  const { quickReplies } = deps.store;
  const offer = await quickReplies.find(press.messageId, press.userId);
  if (offer === null) throw new ServiceError('not_found');
  const reply = offer.replies[press.index];
  if (reply === undefined) throw invalidField('body.index', 'names no button of the message');
  if (offer.pressed !== null) return repeated(offer, press);
  const { agentId, conversationId } = offer;
  const ids = { messageId: newId('message'), eventId: newId('event'), conversationId };
  const senderName = messageText(press.senderName, 'user.name');
  const message = { ...ids, text: reply.text, senderName, imageUrls: [], audioUrl: null };
  const quickReply = { message_id: press.messageId, index: press.index, value: reply.value };
  const frame = userMessageFrame({ ...message, quickReply });
  const written = await quickReplies.press(
    { ...message, agentId, userId: press.userId, opensConversation: false, frame },
    { messageId: press.messageId, index: press.index },
  );
  if (written === null) {
    const now = await quickReplies.find(press.messageId, press.userId);
    if (now === null) throw new ServiceError('not_found');
    return repeated(now, press);
  }
  return { agentId, messageId: ids.messageId, conversationId, event: written.event };
}

/** The same button again, as of a second device, is answered as the first time. */
function repeated({ agentId, conversationId, pressed }: QuickReplyOffer, press: PressedReply): AcceptedReply {
  if (pressed === null)
    throw new ServiceError('conflict', { detail: 'The conversation has gone on since this message' });
  if (pressed.index !== press.index)
    throw new ServiceError('conflict', { detail: 'Another reply was chosen' });
  return { agentId, conversationId, messageId: pressed.messageId, event: null };
}
