import { newId, ServiceError, invalidField, storableText, conflict } from '@svc/domain';
import { userMessageFrame } from '@svc/store';
import type { Announcer, Hints, QuickReplyOffer, Store } from '@svc/store';
import { acceptAgentMessage } from './agent-message.js';
import type { AcceptedMessage, AgentMessage } from './agent-message.js';
import type { MediaStorage } from './media/media-storage.js';
import { sendOnce } from './streams/keyed-end.js';
import type { MessageKey } from './streams/keyed-end.js';
import { decodeFiles, namedUploads, resolveMedia } from './message-media.js';
import type { MessageFiles, SentInBase64 } from './message-media.js';

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

export interface UserMessage {
  agentId: string;
  userId: string;
  senderName: string;
  /** Of a voice message: its transcription. */
  text?: string | undefined;
  conversationId?: string | undefined;
  /** As `NewUserMessage`. Default false. */
  isTest?: boolean | undefined;
  /** Base64, with or without data-URI prefixes; at most 10. */
  images?: string[] | undefined;
  /** Base64. */
  audio?: string | undefined;
  /** The images and the recording, decoded already. */
  files?: MessageFiles | undefined;
  /** Uploads of the user: at most 10 images with the others, and one recording. */
  mediaIds?: string[] | undefined;
}

/**
 * Stores a user's message with its event, and announces it. A conversation is opened if none is named.
 *
 * @throws ServiceError `not_found` if agent or conversation is not the user's, `kind_not_allowed` for an
 *   approval-only agent, `invalid_request`, `quota_exceeded`; as {@link decodeFiles}.
 */
async function acceptUserMessage(deps: MessagesDependencies, message: UserMessage): Promise<AcceptedMessage> {
  const { agentId, userId, mediaIds = [] } = message;
  const text = storableText(message.text ?? '', 'body.text');
  const senderName = storableText(message.senderName, 'user.name');
  const files = message.files ?? (await decodeFiles(sentByUser(message)));
  const hasFiles = files.images.length > 0 || files.audio !== null || mediaIds.length > 0;
  if (text === '' && !hasFiles) throw invalidField('body.text', 'is required unless a file is sent');
  // A message that would be refused anyway should store no files.
  if (hasFiles) await assertMayReceive(deps.store, agentId, userId);

  const ids = {
    messageId: newId('message'),
    eventId: newId('event'),
    conversationId: message.conversationId ?? newId('conversation'),
  };
  const { discard, ...media } = await resolveMedia(deps, { owner: { userId }, files, mediaIds });
  const frame = userMessageFrame({ ...ids, ...media, text, senderName });
  // A statement that fails may be committed all the same, so the files stay. Untaken, they go after a day.
  const written = await deps.store.messages
    .writeUserMessage({
      ...ids,
      agentId,
      userId,
      opensConversation: message.conversationId === undefined,
      isTest: message.isTest ?? false,
      senderName,
      text,
      ...media,
      frame,
    })
    .catch(async (error: unknown) => {
      // The quota of another user's agent is not shown.
      if (error instanceof ServiceError && error.code === 'quota_exceeded')
        await assertMayReceive(deps.store, agentId, userId);
      throw error;
    });
  if (written === null) {
    await discard();
    await assertMayReceive(deps.store, agentId, userId);
    await namedUploads(deps, { userId }, mediaIds);
    throw new ServiceError('not_found');
  }
  const { messageId, conversationId } = ids;
  deps.announcer.announce(written.event);
  deps.hints.messageChanged({ messageId, conversationId, userId, agentId });
  return { messageId, conversationId };
}

export function sentByUser(message: Pick<UserMessage, 'userId' | 'images' | 'audio'>): SentInBase64 {
  const { userId, images = [], audio } = message;
  return {
    owner: { userId },
    images: images.map((base64, index) => ({ base64, path: `body.images.${index}` })),
    audio: audio === undefined ? null : { base64: audio, path: 'body.audio_base64' },
  };
}

async function assertMayReceive(
  store: Pick<Store, 'agents'>,
  agentId: string,
  userId: string,
): Promise<void> {
  const agent = await store.agents.findOwned(agentId, userId);
  if (agent === null) throw new ServiceError('not_found');
  if (agent.kind !== 'interactive') throw new ServiceError('kind_not_allowed');
}

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
  const senderName = storableText(press.senderName, 'user.name');
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
