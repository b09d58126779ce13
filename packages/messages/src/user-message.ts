import { newId, ServiceError, invalidField, messageText } from '@svc/domain';
import { userMessageFrame } from '@svc/store';
import type { Announcer, Hints, Store } from '@svc/store';
import type { AcceptedMessage } from './agent-message.js';
import { decodeFiles, namedUploads, resolveMedia } from './message-media.js';
import type { MessageFiles, MediaDependencies, SentInBase64 } from './message-media.js';

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

interface Dependencies extends MediaDependencies {
  store: Pick<Store, 'agents' | 'messages' | 'media' | 'uploads'>;
  announcer: Pick<Announcer, 'announce'>;
  hints: Pick<Hints, 'messageChanged'>;
}

/**
 * Stores a user's message with its event, and announces it. A conversation is opened if none is named.
 *
 * @throws ServiceError `not_found` if agent or conversation is not the user's, `kind_not_allowed` for an
 *   approval-only agent, `invalid_request`, `quota_exceeded`; as {@link decodeFiles}.
 */
export async function acceptUserMessage(deps: Dependencies, message: UserMessage): Promise<AcceptedMessage> {
  const { agentId, userId, mediaIds = [] } = message;
  const text = messageText(message.text ?? '', 'body.text');
  const senderName = messageText(message.senderName, 'user.name');
  const files = message.files ?? (await decodeFiles(sentByUser(message)));
  const hasFiles = files.images.length > 0 || files.audio !== null || mediaIds.length > 0;
  if (text === '' && !hasFiles)
    throw invalidField('body.text', 'is required unless an image or a recording is sent');
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
