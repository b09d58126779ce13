import { NOW_MS, rows } from '@svc/database';
import { newId } from '@svc/domain';
import type { ClientBase } from 'pg';
import { LATEST_FIRST } from '../messages/conversation-order.js';
import { EXCERPT_LENGTH } from '../messages/message-writes.js';

/** The conversation that a message of an agent is about to be written to, locked, with the message's time. */
export interface BubblePlace {
  conversationId: string;
  createdAt: Date;
}

/**
 * Locks the agent's latest conversation with its owner and sets its last time. If there is none, opens one. Needs a transaction.
 */
export async function takeBubblePlace(
  client: ClientBase,
  bubble: { agentId: string; userId: string; text: string },
): Promise<BubblePlace> {
  const values = [bubble.agentId, bubble.userId, bubble.text];
  const [latest] = await rows<PlaceRow>(client, MOVE_LATEST_ON, values);
  if (latest !== undefined) return place(latest);
  // Two runs of a new agent that end together open one conversation, not two.
  await rows(client, LOCK_OPENING, [bubble.agentId]);
  const [opened] = await rows<PlaceRow>(client, MOVE_LATEST_ON, values);
  if (opened !== undefined) return place(opened);
  const [first] = await rows<PlaceRow>(client, OPEN, [...values, newId('conversation')]);
  if (first === undefined) throw new Error('An insert returned no row');
  return place(first);
}

interface PlaceRow {
  id: string;
  last_message_at: Date;
}

function place(row: PlaceRow): BubblePlace {
  return { conversationId: row.id, createdAt: row.last_message_at };
}

/**
 * Common table expressions, the last of which is left open, that lock the latest conversation of an agent with a user and set its last time.
 * `from` is a relation of at most one row; the others are expressions over it. `moved (id, last_message_at)` is the conversation.
 *
 * Each message moves its conversation to the end of the indexes and leaves an entry behind, until the next vacuum. So the newest is read from the end of
 * the agent's index. The planner cannot see through `CASE`: so it cannot take the user's index, and does not believe that almost no row is left, for which it
 * would read all entries and sort them.
 */
export function moveLatestOn(of: {
  from: string;
  where: string;
  agentId: string;
  userId: string;
  text: string;
}): string {
  return `latest AS MATERIALIZED (
      SELECT c.id FROM ${of.from} CROSS JOIN LATERAL (
        SELECT id FROM conversation
         WHERE agent_id = ${of.agentId} AND last_message_at IS NOT NULL AND CASE WHEN deleted_at IS NULL THEN user_id = ${of.userId} END
         ORDER BY ${LATEST_FIRST} LIMIT 1 FOR NO KEY UPDATE
      ) c WHERE ${of.where}
    ), moved AS (
      UPDATE conversation c
         SET last_message_at = GREATEST(${NOW_MS}, c.last_message_at + interval '1 millisecond'),
             last_message_text = left(${of.text}, ${EXCERPT_LENGTH})
        FROM latest WHERE c.id = latest.id RETURNING c.id, c.last_message_at`;
}

export const MOVE_LATEST_ON = {
  name: 'run-bubble-move-latest-on-5',
  text: `
    WITH ${moveLatestOn({ from: '(SELECT 1) AS one', where: 'true', agentId: '$1', userId: '$2', text: '$3' })}
    )
    SELECT id, last_message_at FROM moved`,
};

const LOCK_OPENING = {
  name: 'run-bubble-lock-opening',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('first conversation of ' || $1, 0))`,
};

const OPEN = {
  name: 'run-bubble-open',
  text: `
    INSERT INTO conversation (id, agent_id, user_id, created_at, last_message_at, last_message_text)
    SELECT $4, $1, $2, t.now, t.now, left($3, ${EXCERPT_LENGTH}) FROM (SELECT ${NOW_MS} AS now) t
    RETURNING id, last_message_at`,
};
