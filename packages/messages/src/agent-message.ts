import { newId, quickReplies, ServiceError, invalidField, storableText } from '@svc/domain';
import type { AgentKind } from '@svc/domain';
import type { Hints, Store } from '@svc/store';
import { decodeFiles, namedUploads, resolveMedia } from './message-media.js';
import type { MessageFiles, MediaDependencies, SentInBase64 } from './message-media.js';

export interface AgentMessage {
  agentId: string;
  kind: AgentKind;
  /** Markdown. */
  text?: string | undefined;
  /** Default: that of the run, else a new one. */
  conversationId?: string | undefined;
  /** Base64 text, with or without a data-URI prefix. */
  image?: string | undefined;
  /** The image, decoded already. */
  files?: MessageFiles | undefined;
  /** Uploads of the agent: at most 10 images with the other, and one recording. */
  mediaIds?: string[] | undefined;
  reportTitle?: string | undefined;
  reportDescription?: string | undefined;
  taskRunId?: string | undefined;
  /** At most 8. */
  quickReplies?: { text: string; value?: string }[] | undefined;
}

export interface AcceptedMessage {
  messageId: string;
  conversationId: string;
}

interface Dependencies extends MediaDependencies {
  store: Pick<Store, 'messages' | 'media' | 'uploads'>;
  hints: Pick<Hints, 'messageChanged' | 'runChanged'>;
}

/**
 * Stores an agent's message, and hints at it. If neither it nor its run has a conversation, one is opened.
 *
 * @param grown the ids under which its text has grown. Default: it is new.
 * @throws ServiceError `kind_not_allowed` for an approval-only agent, `not_found` if conversation or run is
 *   not the agent's, or a message has these ids, `invalid_request`, `quota_exceeded`; as {@link decodeFiles}.
 */
export async function acceptAgentMessage(
  deps: Dependencies,
  message: AgentMessage,
  grown?: AcceptedMessage,
): Promise<AcceptedMessage> {
  if (message.kind !== 'interactive') throw new ServiceError('kind_not_allowed');
  const { agentId, mediaIds = [] } = message;
  const text = storableText(message.text ?? '', 'body.text');
  const reportTitle = optionalText(message.reportTitle, 'body.report_title');
  const reportDescription = optionalText(message.reportDescription, 'body.report_description');
  if (text === '' && message.image === undefined && mediaIds.length === 0 && reportTitle === null) {
    throw invalidField('body.text', 'is required unless a file or a report title is sent');
  }
  const buttons = quickReplies(message.quickReplies ?? []);
  const files = message.files ?? (await decodeFiles(sentByAgent(message)));

  const { messageId, conversationId: named } = grown ?? {
    messageId: newId('message'),
    conversationId: message.conversationId ?? newId('conversation'),
  };
  const { discard, ...media } = await resolveMedia(deps, { owner: { agentId }, files, mediaIds });
  // A statement that fails may be committed all the same, so the files stay. Untaken, they go after a day.
  const written = await deps.store.messages.writeAgentMessage({
    messageId,
    agentId,
    conversationId: named,
    opensConversation: message.conversationId === undefined,
    text,
    ...media,
    reportTitle,
    reportDescription,
    taskRunId: message.taskRunId ?? null,
    quickReplies: buttons,
    isStreamed: grown !== undefined,
  });
  if (written === null) {
    await discard();
    await namedUploads(deps, { agentId }, mediaIds);
    throw new ServiceError('not_found');
  }
  const { conversationId, userId, begunTaskId } = written;
  deps.hints.messageChanged({ messageId, conversationId, userId, agentId });
  const { taskRunId: runId } = message;
  if (begunTaskId !== null && runId !== undefined)
    deps.hints.runChanged({ agentId, userId, taskId: begunTaskId, runId });
  return { messageId, conversationId };
}

export function sentByAgent({ agentId, image }: Pick<AgentMessage, 'agentId' | 'image'>): SentInBase64 {
  const images = image === undefined ? [] : [{ base64: image, path: 'body.image_base64' }];
  return { owner: { agentId }, images, audio: null };
}

/** An empty text counts as absent. */
function optionalText(text: string | undefined, path: string): string | null {
  return text === undefined || text === '' ? null : storableText(text, path);
}
