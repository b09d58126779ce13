import { createHash } from 'node:crypto';
import type { IdempotentCalls } from '@svc/store';
import { sentByAgent } from '../agent-message.js';
import type { AcceptedMessage, AgentMessage } from '../agent-message.js';
import { decodeFiles } from '../message-media.js';
import type { MessageFiles } from '../message-media.js';

/** `isReplayed` says that an earlier end under its key has stored it. */
export interface EndedMessage extends AcceptedMessage {
  isReplayed: boolean;
}

export interface MessageKey {
  ownerId: string;
  key: string;
}

/** Decodes the image first, which holds no connection. Rejects as {@link acceptOnce}, and as the decoding. */
export async function sendOnce(
  calls: Pick<IdempotentCalls, 'once'>,
  sent: MessageKey & { message: AgentMessage },
  store: (message: AgentMessage) => Promise<AcceptedMessage>,
): Promise<EndedMessage> {
  const { message } = sent;
  let files: MessageFiles | undefined;
  return acceptOnce(
    calls,
    { ...sent, operation: 'message' },
    () => store({ ...message, files }),
    async () => {
      files = await decodeFiles(sentByAgent(message));
    },
  );
}

/** Over whatever channel the message comes. Rejects as `IdempotentCalls.once`, and as `store`. */
export async function acceptOnce(
  calls: Pick<IdempotentCalls, 'once'>,
  { ownerId, key, message, operation }: MessageKey & { message: AgentMessage; operation: string },
  store: () => Promise<AcceptedMessage>,
  check?: () => Promise<void>,
): Promise<EndedMessage> {
  const caller = { userId: ownerId, agentId: message.agentId };
  const fingerprint = fingerprintOf(operation, message);
  const work = async () => ({ status: 200, text: answerOfStream(await store()) });
  const { text, isReplayed } = await calls.once({ caller, key, fingerprint }, work, check);
  const ids = JSON.parse(text ?? '') as { message_id: string; conversation_id: string };
  return { messageId: ids.message_id, conversationId: ids.conversation_id, isReplayed };
}

/** The answer to a call that brings a message in pieces, and what is kept under its key. */
export function answerOfStream({ messageId, conversationId }: AcceptedMessage): string {
  return JSON.stringify({ status: 'ok', message_id: messageId, conversation_id: conversationId });
}

function fingerprintOf(operation: string, message: AgentMessage): Buffer {
  const { conversationId = null, text, image, mediaIds } = message;
  const { reportTitle, reportDescription, taskRunId, quickReplies } = message;
  const rest = { mediaIds, reportTitle, reportDescription, taskRunId, quickReplies };
  const asked = [operation, conversationId, text, rest, image];
  return createHash('sha256').update(JSON.stringify(asked)).digest();
}
