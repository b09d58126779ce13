import { newId } from '@svc/domain';
import type { NewAgentMessage } from '../messages/message-writes.js';
import { agentMessage } from '../bench.suite.js';
import type { StoreBench, TestAgent } from '../bench.suite.js';

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

    deleteMessage: (agent: TestAgent, messageId: string) =>
      bench.store.messageDeletions.deleteMessage({ messageId, userId: agent.ownerId }),

    deleteConversation: ({ ownerId }: TestAgent, conversationId: string, erasureId = newId('erasure')) =>
      bench.store.messageDeletions.deleteConversation({ conversationId, userId: ownerId, erasureId }),

    /** All steps of a conversation's deletion. Returns how many there were. */
    async carryOut(conversationId: string): Promise<number> {
      let steps = 0;
      while (await bench.store.deletions.step({ kind: 'conversation', id: conversationId })) steps += 1;
      return steps;
    },

    /** Writes a message of the agent, into a new conversation unless told which. `null` if it was refused. */
    async addAnswer(agent: TestAgent, text: string, place: Partial<NewAgentMessage> = {}) {
      const { conversationId, ...changes } = place;
      const message = agentMessage(agent, conversationId, { text, ...changes });
      return (await bench.store.messages.writeAgentMessage(message)) === null ? null : message;
    },

    excerptOf: (conversationId: string) =>
      bench.valueOf`SELECT last_message_text FROM conversation WHERE id = ${conversationId}`,
  };
}
