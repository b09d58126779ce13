import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import type { Pool } from 'pg';

/** A conversation of a person. */
export interface ReadConversation {
  conversationId: string;
  userId: string;
}

export interface Reading {
  agentId: string;
  /** Whether it moved. */
  hasMoved: boolean;
}

/**
 * Up to which message a person has read a conversation. It is a row of its own, which no message touches: what is not read is counted by who looks. A statement holds
 * the conversation no longer than its own commit, and not against messages.
 */
export function readingQueries(pool: Pool) {
  return {
    /**
     * Moves on, and never back: at most to the newest message, so that one that comes later is not read already. `null` if the conversation is not the person's.
     */
    async moveOn(reading: ReadConversation & { readThrough: Date }): Promise<Reading | null> {
      const { conversationId: id, userId, readThrough } = reading;
      const [row] = await rows(pool, sql.conversations.read, { id, userId, readThrough });
      return row ?? null;
    },

    /**
     * Makes the agent's newest message unread, if it is among the newest 100. `null` if the conversation is not the person's; it does not move if there is no
     * such message, or it is unread already.
     */
    async moveBack({ conversationId: id, userId }: ReadConversation): Promise<Reading | null> {
      const [row] = await rows(pool, sql.conversations.unread, { id, userId });
      return row ?? null;
    },
  };
}
