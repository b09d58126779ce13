import { newId } from '@svc/domain';
import { agentMessage } from '../bench.suite.js';
import type { StoreBench } from '../bench.suite.js';
import type { TestAgent } from '../bench.suite.js';
import type { DeletedConversation, DeletedMessage } from './message-deletions.js';

/** What tests of deleted messages do. */
export function messageDeletionCalls(bench: StoreBench) {
  return {
    /** Which tables hold a text anywhere in a row. */
    async tablesWith(text: string): Promise<string[]> {
      const tables = await bench.sql`SELECT c.oid::regclass::text AS name FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`;
      const found: string[] = [];
      for (const { name } of tables) {
        const containing = `SELECT 1 FROM ${String(name)} x WHERE strpos(x::text, $1) > 0 LIMIT 1`;
        if ((await bench.sql(containing, text)).length > 0) found.push(String(name));
      }
      return found.sort();
    },

    deleteMessage: (agent: TestAgent, messageId: string): Promise<DeletedMessage | null> =>
      bench.store.messageDeletions.deleteMessage({ messageId, userId: agent.ownerId }),

    deleteConversation: (
      agent: TestAgent,
      conversationId: string,
      erasureId: string = newId('erasure'),
    ): Promise<DeletedConversation | null> =>
      bench.store.messageDeletions.deleteConversation({ conversationId, userId: agent.ownerId, erasureId }),

    /** All steps of a conversation's deletion. Returns how many there were. */
    async carryOut(conversationId: string): Promise<number> {
      let steps = 0;
      while (await bench.store.deletions.step({ kind: 'conversation', id: conversationId })) steps += 1;
      return steps;
    },

    /** Writes a message of the agent, into a new conversation unless told which. `null` if it was refused. */
    async addAnswer(
      agent: TestAgent,
      text: string,
      { conversationId, taskRunId = null }: { conversationId?: string; taskRunId?: string | null } = {},
    ): Promise<{ messageId: string; conversationId: string } | null> {
      const message = agentMessage(agent, conversationId, { text, taskRunId });
      return (await bench.store.messages.writeAgentMessage(message)) === null ? null : message;
    },

    excerptOf: (conversationId: string) =>
      bench.valueOf`SELECT last_message_text FROM conversation WHERE id = ${conversationId}`,
  };
}
