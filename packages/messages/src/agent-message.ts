import { newId, quickReplies, ServiceError, storableText, invalidField, messageText } from '@svc/domain';
import type { AgentKind } from '@svc/domain';
import type { Store } from '@svc/store';
import { assertNotTaken, decodeFiles, resolveMedia } from './message-media.js';
import type { MessageFiles, MediaDependencies, SentInBase64 } from './message-media.js';

export interface AgentMessage {
  agentId: string;
  /** Of the authenticated agent. */
  kind: AgentKind;
  /** Markdown. */
  text?: string | undefined;
  /** Default: that of the run, if it has one; else a new one. */
  conversationId?: string | undefined;
  /** Base64 text, with or without a data-URI prefix. */
  image?: string | undefined;
  /** The image, where it is decoded already. */
  files?: MessageFiles | undefined;
  /** Uploads of the agent: at most 10 images together with the other, and one recording. */
  mediaIds?: string[] | undefined;
  /** Shows the message as a report card under this title. */
  reportTitle?: string | undefined;
  reportDescription?: string | undefined;
  /** Attaches the message to this run of the agent. */
  taskRunId?: string | undefined;
  /** Buttons under the message, at most 8. */
  quickReplies?: { text: string; value?: string }[] | undefined;
}

export interface AcceptedMessage {
  messageId: string;
  conversationId: string;
}

export interface WrittenAgentMessageIds extends AcceptedMessage {
  /** The owner. */
  userId: string;
  /** The task of the message's run, if this message made the run `running`. */
  begunTaskId: string | null;
}

/** A message whose text has grown under these ids. */
export interface GrownIds {
  messageId: string;
  conversationId: string;
}

interface Dependencies extends MediaDependencies {
  store: Pick<Store, 'messages' | 'uploads'>;
}

/** @param grown default: the message is new, and has at most 32,768 characters. */
export async function acceptAgentMessage(
  deps: Dependencies,
  message: AgentMessage,
  grown?: GrownIds,
): Promise<WrittenAgentMessageIds> {
  if (message.kind !== 'interactive') throw new ServiceError('kind_not_allowed');
  const { agentId, mediaIds = [] } = message;
  const text = (grown === undefined ? messageText : storableText)(message.text ?? '', 'body.text');
  const reportTitle = optionalText(message.reportTitle, 'body.report_title');
  const reportDescription = optionalText(message.reportDescription, 'body.report_description');
  if (text === '' && message.image === undefined && mediaIds.length === 0 && reportTitle === null) {
    throw invalidField('body.text', 'is required unless an image or a report title is sent');
  }
  const buttons = quickReplies(message.quickReplies ?? []);
  const files = message.files ?? (await decodeFiles(sentByAgent(message)));

  const { messageId, conversationId: named } = grown ?? {
    messageId: newId('message'),
    conversationId: message.conversationId ?? newId('conversation'),
  };
  const media = await resolveMedia(deps, { owner: { agentId }, files, mediaIds });
  // When the statement fails, it may have been committed nevertheless. So the files stay. If no message has taken them, they are removed after a day.
  const written = await deps.store.messages.writeAgentMessage({
    messageId,
    agentId,
    conversationId: named,
    opensConversation: message.conversationId === undefined,
    text,
    imageUrls: media.imageUrls,
    audioUrl: media.audioUrl,
    mediaIds: media.mediaIds,
    files: media.files,
    reportTitle,
    reportDescription,
    taskRunId: message.taskRunId ?? null,
    quickReplies: buttons,
    isStreamed: grown !== undefined,
  });
  if (written === null) {
    await media.discard();
    await assertNotTaken(deps, { agentId }, mediaIds);
    throw new ServiceError('not_found');
  }
  const { conversationId, userId, begunTaskId } = written;
  return { messageId, conversationId, userId, begunTaskId };
}

export function sentByAgent({ agentId, image }: Pick<AgentMessage, 'agentId' | 'image'>): SentInBase64 {
  const images = image === undefined ? [] : [{ base64: image, path: 'body.image_base64' }];
  return { owner: { agentId }, images, audio: null };
}

/** An empty title or subtitle counts as absent. */
function optionalText(text: string | undefined, path: string): string | null {
  return text === undefined || text === '' ? null : messageText(text, path);
}
