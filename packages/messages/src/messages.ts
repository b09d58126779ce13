import { newId, ServiceError, invalidField, messageText, conflict } from '@svc/domain';
import { userMessageFrame } from '@svc/store';
import type { Announcer, Hints, QuickReplyOffer, Store } from '@svc/store';
import { acceptAgentMessage } from './agent-message.js';
import type { AcceptedMessage, AgentMessage } from './agent-message.js';
import type { MediaStorage } from './media/media-storage.js';
import { sendOnce } from './streams/keyed-end.js';
import type { MessageKey } from './streams/keyed-end.js';
import { acceptUserMessage } from './user-message.js';
import type { UserMessage } from './user-message.js';

export interface MessagesDependencies {
  store: Pick<Store, 'agents' | 'messages' | 'quickReplies' | 'media' | 'uploads' | 'idempotentCalls'>;
  media: MediaStorage;
  announcer: Pick<Announcer, 'announce'>;
  hints: Pick<Hints, 'messageChanged' | 'runChanged'>;
}

export function createMessages(deps: MessagesDependencies) {
  const fromAgent = (message: AgentMessage) => acceptAgentMessage(deps, message);
  return {
    acceptUserMessage: (message: UserMessage) => acceptUserMessage(deps, message),

    /** With a key the message is stored once. */
    acceptAgentMessage: (message: AgentMessage, key?: MessageKey): Promise<AcceptedMessage> =>
      key === undefined
        ? fromAgent(message)
        : sendOnce(deps.store.idempotentCalls, { ...key, message }, fromAgent),

    /** For a text that is bounded already. */
    acceptGrownMessage: (message: AgentMessage, grown: AcceptedMessage) =>
      acceptAgentMessage(deps, message, grown),

    acceptPressedReply: (press: PressedReply) => acceptPressedReply(deps, press),
  };
}

export type Messages = ReturnType<typeof createMessages>;

interface PressedReply {
  /** Of the agent's message. */
  messageId: string;
  index: number;
  userId: string;
  senderName: string;
}

/**
 * Sends the message that a button stands for. The same button again gets the same answer.
 *
 * @throws ServiceError `not_found` if the user has no such message, or it has no buttons; `invalid_request`,
 *   `quota_exceeded`; `conflict` if another was pressed, or the conversation has gone on.
 */
async function acceptPressedReply(
  { store: { quickReplies }, announcer, hints }: MessagesDependencies,
  press: PressedReply,
): Promise<AcceptedMessage> {
  const offer = await quickReplies.find(press.messageId, press.userId);
  if (offer === null) throw new ServiceError('not_found');
  const reply = offer.replies[press.index];
  if (reply === undefined) throw invalidField('body.index', 'names no button of the message');
  if (offer.pressedId !== null) return repeated(offer, press);
  const { agentId, conversationId } = offer;
  const messageId = newId('message');
  const { userId } = press;
  const ids = { messageId, eventId: newId('event'), conversationId };
  const senderName = messageText(press.senderName, 'user.name');
  const message = { ...ids, text: reply.text, senderName, imageUrls: [], audioUrl: null };
  const quickReply = { message_id: press.messageId, index: press.index, value: reply.value };
  const frame = userMessageFrame({ ...message, quickReply });
  const written = await quickReplies.press(
    { ...message, agentId, userId, opensConversation: false, frame },
    { messageId: press.messageId, index: press.index },
  );
  if (written === null) {
    const now = await quickReplies.find(press.messageId, press.userId);
    if (now === null) throw new ServiceError('not_found');
    return repeated(now, press);
  }
  announcer.announce(written.event);
  hints.messageChanged({ messageId, conversationId, userId, agentId });
  return { messageId, conversationId };
}

/** A second device may press the same button. */
function repeated(offer: QuickReplyOffer, press: PressedReply): AcceptedMessage {
  const { conversationId, pressedIndex, pressedId: messageId } = offer;
  if (messageId === null) throw conflict('The conversation has gone on since this message');
  if (pressedIndex !== press.index) throw conflict('Another reply was chosen');
  return { conversationId, messageId };
}
