import type { WrittenStatement } from '@svc/database';
import { EXCERPT_LENGTH } from '../messages/message-writes.js';

/** What is kept for a time. Of `audit_address` only the address goes, and the entry stays. */
export const RETENTION_KINDS = [
  'event',
  'attempt',
  'run',
  'message',
  'conversation',
  'media',
  'audit',
  'audit_address',
  'erasure',
] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** Rows that a step looks at, and so removes, at most; but for rows of one millisecond, which go together. */
export const ROWS_PER_STEP = 500;

/** A step makes PostgreSQL read the index of the time in its order: else it might read and sort all that is due, when its statistics are old. */
export const READ_IN_ORDER =
  'SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off';

/** What is as old as this, or older, has been kept for its days, `$1`. */
const BOUND = `now() - $1::int * interval '24 hours'`;

/** The agent has not heard of a message or a decision. Looked up row by row, and never by a join. The index of subjects leaves out runs. */
const isUnheard = (subject: string): string =>
  `(SELECT 1 FROM event e WHERE e.subject_id = ${subject} AND e.state = 'open' AND NOT starts_with(e.subject_id, 'run_') LIMIT 1) IS NOT NULL`;

interface Kept {
  table: string;
  /** What the days are counted from. An index begins with it. */
  time: string;
  /** The condition of that index over the row `x`. */
  among?: string;
  /** A condition over `x`: something still needs the row, however old it is. */
  stays?: string;
  /** Default: the rows are deleted. */
  change?: string;
  /** Common table expressions that remove what goes with `gone`, the rows that are removed, and which of them are counted as what. */
  parts?: string;
  counted?: Record<string, string>;
}

/**
 * For each kind a statement that removes the next rows whose days are over, the oldest first. `$1` is the number of days; rows of the moment `$2` and before are
 * passed over. It waits for no row. It returns one row: how many rows went, by kind; `looked`, how many it looked at; `last` and
 * `overdue_seconds`, the time of the last of these, and for how long that one has been due.
 */
export const REMOVALS: Record<RetentionKind, WrittenStatement> = {
  event: removal('event', {
    table: 'event',
    time: 'ended_at',
    among: 'x.ended_at IS NOT NULL AND NOT x.is_listed',
    parts: `
    , attempts AS (
      DELETE FROM delivery_attempt WHERE event_id = ANY (ARRAY(SELECT id FROM gone)) RETURNING 1
    )`,
    counted: { attempt: 'attempts' },
  }),
  attempt: removal('attempt', { table: 'delivery_attempt', time: 'started_at' }),
  run: removal('run', {
    table: 'task_run',
    time: 'finished_at',
    among: 'x.finished_at IS NOT NULL',
    stays: `(SELECT 1 FROM event e WHERE e.id = x.event_id AND (e.state = 'open' OR e.is_listed)) IS NOT NULL`,
  }),
  message: { name: 'retention-message', text: removalOfMessages() },
  // An agent's newest conversation with a user stays, because agents that report seldom keep its id. One that was deleted goes by its deletion.
  conversation: removal('conversation', {
    table: 'conversation',
    time: 'last_message_at',
    among: 'x.last_message_text IS NULL',
    stays: `
      (SELECT 1 FROM conversation n
        WHERE n.agent_id = x.agent_id AND n.user_id = x.user_id AND n.last_message_at > x.last_message_at AND n.deleted_at IS NULL LIMIT 1) IS NULL
      OR (SELECT 1 FROM message m WHERE m.conversation_id = x.id LIMIT 1) IS NOT NULL OR x.deleted_at IS NOT NULL`,
  }),
  // A gateway, which has the disk, removes the file and then the row.
  media: removal('media', {
    table: 'media',
    time: 'created_at',
    among: 'x.expired_at IS NULL',
    stays: isUnheard('x.message_id'),
    change: 'UPDATE media SET expired_at = now()',
  }),
  audit: removal('audit', { table: 'audit_entry', time: 'created_at' }),
  audit_address: removal('audit_address', {
    table: 'audit_entry',
    time: 'created_at',
    among: 'x.address IS NOT NULL',
    change: 'UPDATE audit_entry SET address = NULL',
  }),
  erasure: removal('erasure', {
    table: 'erasure',
    time: 'finished_at',
    among: 'x.finished_at IS NOT NULL',
  }),
};

function removal(
  kind: RetentionKind,
  {
    table,
    time,
    among = 'true',
    stays = 'false',
    change = `DELETE FROM ${table}`,
    parts = '',
    counted = {},
  }: Kept,
): WrittenStatement {
  return {
    name: `retention-${kind}`,
    text: `
    WITH looked AS MATERIALIZED (
      SELECT x.ctid AS place, x.${time} AS time FROM ${table} x WHERE ${among} AND x.${time} > $2::timestamptz AND x.${time} <= ${BOUND}
       ORDER BY x.${time} FETCH FIRST ${ROWS_PER_STEP} ROWS WITH TIES
    ), due AS MATERIALIZED (
      SELECT x.ctid AS place FROM ${table} x
       WHERE x.ctid = ANY (ARRAY(SELECT place FROM looked)) AND ${among} AND NOT (${stays}) FOR UPDATE SKIP LOCKED
    ), gone AS (
      ${change} WHERE ctid = ANY (ARRAY(SELECT place FROM due)) RETURNING *
    )${parts}
    SELECT ${counts({ [kind]: 'gone', ...counted })}`,
  };
}

/**
 * Messages, with their files, and with the request for a decision that they show. A message stays as long as its agent has not heard of it, and a card as long as
 * its request is open, was answered within the days, or the answer is unheard. Their conversation is locked first: so its excerpt is that of the newest
 * message that remains, and nothing is left of the agent's title if none does. Messages of a deleted conversation are left to its deletion, which removes
 * their events too.
 */
function removalOfMessages(): string {
  return `
    WITH looked AS MATERIALIZED (
      SELECT x.id, x.conversation_id, x.created_at AS time FROM message x WHERE x.created_at > $2::timestamptz AND x.created_at <= ${BOUND}
       ORDER BY x.created_at FETCH FIRST ${ROWS_PER_STEP} ROWS WITH TIES
    ), held AS MATERIALIZED (
      SELECT c.id FROM conversation c
       WHERE c.id = ANY (ARRAY(SELECT DISTINCT conversation_id FROM looked)) AND c.deleted_at IS NULL FOR NO KEY UPDATE SKIP LOCKED
    ), due AS MATERIALIZED (
      SELECT x.id FROM message x
       WHERE x.id = ANY (ARRAY(SELECT id FROM looked)) AND x.conversation_id = ANY (ARRAY(SELECT id FROM held)) AND NOT (${isUnheard('x.id')})
         AND (x.decision_id IS NULL OR NOT (${isUnheard('x.decision_id')}
              OR coalesce((SELECT d.status = 'pending' OR d.resolved_at > ${BOUND} FROM decision d WHERE d.id = x.decision_id), false)))
       FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM message WHERE id = ANY (ARRAY(SELECT id FROM due)) RETURNING *
    ), decisions AS (
      DELETE FROM decision WHERE id = ANY (ARRAY(SELECT decision_id FROM gone)) AND status <> 'pending' RETURNING 1
    ), files AS (
      UPDATE media SET expired_at = now() WHERE expired_at IS NULL AND id = ANY (ARRAY(
        SELECT regexp_replace(url, '^.*/', '')
          FROM gone g, unnest(g.image_urls || g.audio_url || ARRAY(SELECT f ->> 'url' FROM jsonb_array_elements(g.files) f)) url))
      RETURNING 1
    ), excerpts AS (
      UPDATE conversation c SET last_message_text = rest.text, agent_title = CASE WHEN rest.text IS NOT NULL THEN c.agent_title END
        FROM (
          SELECT q.id, (SELECT left(coalesce(nullif(m.text, ''), m.report_title, ''), ${EXCERPT_LENGTH}) FROM message m
                         WHERE m.conversation_id = q.id AND m.id <> ALL (ARRAY(SELECT id FROM gone)) ORDER BY m.created_at DESC LIMIT 1) AS text
            FROM conversation q WHERE q.id = ANY (ARRAY(SELECT conversation_id FROM gone)) AND q.last_message_at <= ${BOUND}
        ) rest
       WHERE c.id = rest.id AND c.last_message_at <= ${BOUND} AND c.last_message_text IS DISTINCT FROM rest.text
    )
    SELECT ${counts({ message: 'gone', decision: 'decisions', media: 'files' })}`;
}

/** What a statement returns, by the relations whose rows are counted. */
function counts(relations: Record<string, string>): string {
  const counted = Object.entries(relations).map(
    ([name, relation]) => `(SELECT count(*)::int FROM ${relation}) AS ${name}`,
  );
  return `${counted.join(', ')},
           count(*)::int AS looked, max(time) AS last, extract(epoch FROM ${BOUND} - max(time))::float8 AS overdue_seconds FROM looked`;
}
