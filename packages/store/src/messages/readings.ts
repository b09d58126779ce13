import { rows } from '@svc/database';
import type { Pool } from 'pg';
import { UNREAD_MAX } from './conversation-lists.js';

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

export type Readings = ReturnType<typeof readingQueries>;

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
      const { conversationId, userId, readThrough } = reading;
      const [row] = await rows<Reading>(pool, MOVE_ON, [conversationId, userId, readThrough]);
      return row ?? null;
    },

    /**
     * Makes the agent's newest message unread, if it is among the newest {@link UNREAD_MAX}. `null` if the conversation is not the person's; it does not move if there is no
     * such message, or it is unread already.
     */
    async moveBack({ conversationId, userId }: ReadConversation): Promise<Reading | null> {
      const [row] = await rows<Reading>(pool, MOVE_BACK, [conversationId, userId]);
      return row ?? null;
    },
  };
}

// Its deletion takes the conversation wholly, so it is held: a message may come meanwhile.
const KNOWN = `
    known AS MATERIALIZED (
      SELECT c.id, c.agent_id, c.last_message_at FROM conversation c JOIN agent a ON a.id = c.agent_id
       WHERE c.id = $1 AND c.user_id = $2 AND c.deleted_at IS NULL AND a.deleted_at IS NULL FOR KEY SHARE OF c
    )`;

const MOVE_ON = {
  name: 'reading-move-on',
  text: `
    WITH ${KNOWN}, moved AS (
      INSERT INTO conversation_reading AS r (conversation_id, user_id, read_through)
      SELECT id, $2, LEAST($3::timestamptz, last_message_at) FROM known WHERE last_message_at IS NOT NULL
      ON CONFLICT (conversation_id, user_id) DO UPDATE SET read_through = excluded.read_through WHERE r.read_through < excluded.read_through
      RETURNING r.conversation_id
    )
    SELECT agent_id AS "agentId", EXISTS (SELECT FROM moved) AS "hasMoved" FROM known`,
};

const MOVE_BACK = {
  name: 'reading-move-back',
  text: `
    WITH ${KNOWN}, newest AS (
      SELECT max(m.created_at) - interval '1 millisecond' AS before FROM known k CROSS JOIN LATERAL (
        SELECT n.sender, n.created_at FROM message n WHERE n.conversation_id = k.id ORDER BY n.created_at DESC LIMIT ${UNREAD_MAX}
      ) m WHERE m.sender = 'agent'
    ), moved AS (
      UPDATE conversation_reading r SET read_through = n.before
        FROM known k, newest n WHERE r.conversation_id = k.id AND r.user_id = $2 AND r.read_through > n.before
      RETURNING r.conversation_id
    )
    SELECT agent_id AS "agentId", EXISTS (SELECT FROM moved) AS "hasMoved" FROM known`,
};
