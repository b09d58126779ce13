import { rows } from '@svc/database';
import { STREAM_SILENT_MS_MAX, STREAMS_PER_AGENT_MAX } from '@svc/domain';
import type { Pool } from 'pg';

export interface NewMessageStream {
  messageId: string;
  agentId: string;
  conversationId: string;
}

/** More text of a message that grows. */
export interface StreamPiece {
  messageId: string;
  /** How much text is before it, in UTF-16 code units. */
  at: number;
  text: string;
}

export interface KeptStreams {
  pieces: readonly StreamPiece[];
  /** Messages that still grow, though they may have no new text. */
  growing: readonly string[];
  /** Messages that broke off. */
  cut: readonly string[];
}

/** A message that an agent is writing, or that broke off. */
export interface StreamRecord {
  messageId: string;
  agentId: string;
  isCut: boolean;
  startedAt: Date;
  /** The text so far. */
  text: string;
}

/** A message that begins goes on with what breaks off until so long afterwards: an agent may notice before the process that took its text has written it down. */
const NOTICED_LATE_MS_MAX = 5_000;
/** Of one agent, messages that broke off and are still kept. */
const CUT_PER_AGENT_MAX = 32;

export type MessageStreams = ReturnType<typeof messageStreamQueries>;

/**
 * Messages whose text grows, for whoever opens the conversation meanwhile. A row is no message: the message is written at the end, by a statement that
 * deletes the row. If the process that takes the text is lost, it says nothing more, and the message counts as cut off soon.
 */
export function messageStreamQueries(pool: Pool) {
  return {
    /**
     * Begins one. What broke off in the conversation before is removed.
     *
     * @returns `full` if as many messages of the agent grow as may; `unknown` if the conversation is not one of an interactive agent's.
     */
    async begin({
      messageId,
      agentId,
      conversationId,
    }: NewMessageStream): Promise<'begun' | 'full' | 'unknown'> {
      const values = [messageId, agentId, conversationId, STREAMS_PER_AGENT_MAX];
      const [row] = await rows<{ growing: number; begun: number }>(pool, BEGIN, values);
      if (row?.begun === 1) return 'begun';
      return (row?.growing ?? 0) >= STREAMS_PER_AGENT_MAX ? 'full' : 'unknown';
    },

    /** Keeps text of any number of messages. Passes over those that are gone, or that somebody else is removing. */
    async keep({ pieces, growing, cut }: KeptStreams): Promise<void> {
      await rows(pool, KEEP, [
        pieces.map(({ messageId }) => messageId),
        pieces.map(({ at }) => at),
        pieces.map(({ text }) => text),
        [...growing, ...cut],
        cut,
      ]);
    },

    /** Forgets messages that were given up. */
    async forget(messageIds: readonly string[]): Promise<void> {
      await rows(pool, FORGET, [messageIds]);
    },

    /** Whether a message was written under this id. */
    async isWritten(messageId: string): Promise<boolean> {
      return (await rows(pool, IS_WRITTEN, [messageId])).length > 0;
    },

    /**
     * What agents are writing in a conversation of the user, oldest first. What broke off is shown until the agent has sent or begun another message there. `null`
     * if the conversation is not the user's.
     */
    async listOf(conversationId: string, userId: string): Promise<StreamRecord[] | null> {
      const found = await rows<StreamRow>(pool, LIST, [conversationId, userId]);
      if (found.length === 0) return null;
      return found.flatMap((row) =>
        row.message_id === null
          ? []
          : [
              {
                messageId: row.message_id,
                agentId: row.agent_id,
                isCut: row.is_cut,
                startedAt: row.started_at,
                text: row.text ?? '',
              },
            ],
      );
    },
  };
}

/** A common table expression for the statement that writes a message: nothing of its growing is kept. */
export const endStream = (message: string): string => `ended AS (
      DELETE FROM message_stream s USING written WHERE s.message_id = ${message}
    )`;

interface StreamRow {
  message_id: string | null;
  agent_id: string;
  is_cut: boolean;
  started_at: Date;
  text: string | null;
}

const IS_CUT = `(s.is_cut OR s.seen_at < now() - interval '${STREAM_SILENT_MS_MAX} milliseconds')`;

const BEGIN = {
  name: 'message-stream-begin',
  text: `
    WITH mine AS MATERIALIZED (
      SELECT s.message_id, s.conversation_id, ${IS_CUT} AS is_cut, row_number() OVER (PARTITION BY ${IS_CUT} ORDER BY s.started_at DESC) AS place
        FROM message_stream s WHERE s.agent_id = $2
    ), gone AS (
      DELETE FROM message_stream s USING (
        SELECT k.message_id FROM message_stream k JOIN mine m ON m.message_id = k.message_id
         WHERE m.is_cut AND (m.conversation_id = $3 OR m.place > ${CUT_PER_AGENT_MAX}) FOR UPDATE OF k SKIP LOCKED
      ) old WHERE s.message_id = old.message_id
    ), begun AS (
      INSERT INTO message_stream (message_id, agent_id, conversation_id)
      SELECT $1, a.id, c.id FROM agent a JOIN conversation c ON c.agent_id = a.id
       WHERE a.id = $2 AND a.kind = 'interactive' AND a.deleted_at IS NULL AND c.id = $3 AND c.deleted_at IS NULL
         AND (SELECT count(*) FROM mine WHERE NOT is_cut) < $4::int
      RETURNING 1
    )
    SELECT (SELECT count(*)::int FROM mine WHERE NOT is_cut) AS growing, (SELECT count(*)::int FROM begun) AS begun`,
};

// A piece that comes again may have grown, since it is not known whether the first try was committed.
const KEEP = {
  name: 'message-stream-keep',
  text: `
    WITH held AS MATERIALIZED (
      SELECT s.message_id FROM message_stream s WHERE s.message_id = ANY ($4::text[]) FOR NO KEY UPDATE SKIP LOCKED
    ), seen AS (
      UPDATE message_stream s SET seen_at = now(), is_cut = s.message_id = ANY ($5::text[]) FROM held h WHERE s.message_id = h.message_id
    )
    INSERT INTO message_stream_piece AS p (message_id, at, text)
    SELECT g.message_id, g.at, g.text FROM unnest($1::text[], $2::int[], $3::text[]) AS g (message_id, at, text) JOIN held h ON h.message_id = g.message_id
    ON CONFLICT (message_id, at) DO UPDATE SET text = excluded.text`,
};

const FORGET = {
  name: 'message-stream-forget',
  text: 'DELETE FROM message_stream WHERE message_id = ANY ($1::text[])',
};

const IS_WRITTEN = { name: 'message-stream-is-written', text: 'SELECT 1 FROM message WHERE id = $1' };

// A conversation without any of them is one row of nulls.
const LIST = {
  name: 'message-stream-list-2',
  text: `
    SELECT s.message_id, s.agent_id, s.is_cut, s.started_at,
           (SELECT string_agg(p.text, '' ORDER BY p.at) FROM message_stream_piece p WHERE p.message_id = s.message_id) AS text
      FROM conversation c JOIN agent a ON a.id = c.agent_id
      LEFT JOIN LATERAL (
        SELECT s.message_id, s.agent_id, s.started_at, ${IS_CUT} AS is_cut FROM message_stream s
         WHERE s.conversation_id = c.id AND NOT EXISTS (SELECT FROM message m WHERE m.id = s.message_id)
           AND NOT (${IS_CUT} AND EXISTS (
             SELECT FROM message m WHERE m.conversation_id = c.id AND m.created_at > s.seen_at AND m.sender = 'agent'))
           AND NOT (${IS_CUT} AND EXISTS (
             SELECT FROM message_stream n WHERE n.conversation_id = c.id
                AND n.started_at > greatest(s.started_at, s.seen_at - interval '${NOTICED_LATE_MS_MAX} milliseconds')))
         LIMIT ${STREAMS_PER_AGENT_MAX + CUT_PER_AGENT_MAX}
      ) s ON true
     WHERE c.id = $1 AND c.user_id = $2 AND c.deleted_at IS NULL AND a.deleted_at IS NULL
     ORDER BY s.started_at, s.message_id`,
};
