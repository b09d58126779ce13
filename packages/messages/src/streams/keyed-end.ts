import { createHash } from 'node:crypto';
import type { IdempotentCalls } from '@svc/store';
import type { AgentMessage } from '../agent-message.js';
import type { AcceptedMessage } from '../messages.js';

/** A message that has grown, and whether an earlier end under its key has stored it. */
export interface EndedMessage extends AcceptedMessage {
  isReplayed: boolean;
}

type GrownMessage = AgentMessage & { text: string };

/**
 * Stores a message that has grown once under its key, over whichever channel it is ended. What is asked for is its conversation, its text as a whole, and what comes with it.
 *
 * @throws ServiceError as `IdempotentCalls.once`, and as `store`.
 */
export async function endOnce(
  calls: Pick<IdempotentCalls, 'once'>,
  { ownerId, key, message }: { ownerId: string; key: string; message: GrownMessage },
  store: () => Promise<AcceptedMessage>,
): Promise<EndedMessage> {
  const caller = { userId: ownerId, agentId: message.agentId };
  const work = async () => ({ status: 200, text: answerOfStream(await store()) });
  const { text, isReplayed } = await calls.once({ caller, key, fingerprint: fingerprintOf(message) }, work);
  const ids = JSON.parse(text ?? '') as { message_id: string; conversation_id: string };
  return { messageId: ids.message_id, conversationId: ids.conversation_id, isReplayed };
}

/** What the call that brings a message in pieces is answered, and what is kept under the message's key. */
export function answerOfStream({ messageId, conversationId }: AcceptedMessage): string {
  return JSON.stringify({ status: 'ok', message_id: messageId, conversation_id: conversationId });
}

function fingerprintOf(message: GrownMessage): Buffer {
  const { conversationId = null, text, mediaIds } = message;
  const { reportTitle, reportDescription, taskRunId, quickReplies } = message;
  const rest = { mediaIds, reportTitle, reportDescription, taskRunId, quickReplies };
  const asked = ['streamAgentMessage', conversationId, text, rest];
  return createHash('sha256').update(JSON.stringify(asked)).digest();
}
