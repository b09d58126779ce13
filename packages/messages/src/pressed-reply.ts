import { newId, ServiceError } from '@svc/domain';
import { userMessageFrame } from '@svc/events';
import type { OutgoingEvent } from '@svc/events';
import type { QuickReplyOffer, Store } from '@svc/store';
import { invalid, storableText } from './message-text.js';

/** A press of a button under a message. */
export interface PressedReply {
  /** Of the agent's message. */
  messageId: string;
  index: number;
  userId: string;
  /** Display name of the user. */
  senderName: string;
}

export interface AcceptedReply {
  agentId: string;
  messageId: string;
  conversationId: string;
  /** `null` if the same button was pressed before, which sends nothing again. */
  event: OutgoingEvent | null;
}

interface Dependencies {
  store: Pick<Store, 'quickReplies'>;
}

export async function acceptPressedReply(deps: Dependencies, press: PressedReply): Promise<AcceptedReply> {
  const { quickReplies } = deps.store;
  const offer = await quickReplies.find(press.messageId, press.userId);
  if (offer === null) throw new ServiceError('not_found');
  const reply = offer.replies[press.index];
  if (reply === undefined) throw invalid('body.index', 'names no button of the message');
  if (offer.pressed !== null) return repeated(offer, press);
  const { agentId, conversationId } = offer;
  const ids = { messageId: newId('message'), eventId: newId('event'), conversationId };
  const senderName = storableText(press.senderName, 'user.name');
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
