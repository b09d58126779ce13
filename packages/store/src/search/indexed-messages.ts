import { rows } from '@svc/database';
import type { ClientBase } from 'pg';
import { MESSAGE_TEXTS, searchKindOf, textsOfMessage, writeEntries } from './search-entries.js';
import type { MessageTexts, NewSearchEntry } from './search-entries.js';

/** Messages of one step, over all its conversations. */
const MESSAGES_MAX = 400;
/** Of one conversation at least. */
const MESSAGES_MIN = 8;
/**
 * Characters of the messages of one step, of which each conversation has the same share. Splitting them into words keeps the process busy. What is longer than a share comes out of as
 * many characters again, so that a step has twice as many at most, and one message.
 */
const CHARACTERS_MAX = 300_000;

export interface IndexedMessages {
  written: number;
  /** Whether anything is different now. */
  isMoving: boolean;
  /** Whether every message of these conversations has its entry now. */
  isWhole: boolean;
}

/**
 * Writes entries of the next messages of conversations: those that are newer than the entries that are there, the oldest first, and those that are older, the newest first.
 *
 * Who writes a message holds its conversation, and sets the conversation's `last_message_at` to the message's time, which is later than any before. So whoever sees a conversation with
 * such a time, in one snapshot, sees all its messages up to then, whatever clocks and commits of other conversations do. The messages are locked against their removal until the
 * entries are committed, so that no entry outlives its message. One that is being removed stops its conversation until that has ended.
 *
 * No conversation keeps back others: each has its share, and of those whose next message is longer than a share, the ones that wait longest come first.
 */
export async function indexMessages(
  client: ClientBase,
  conversationIds: readonly string[],
): Promise<IndexedMessages> {
  if (conversationIds.length === 0) return { written: 0, isMoving: false, isWhole: true };
  const each = Math.max(MESSAGES_MIN, Math.ceil(MESSAGES_MAX / conversationIds.length));
  const found = await rows<FoundRow>(client, READ_CONVERSATIONS, [conversationIds, each]);
  const entries: NewSearchEntry[] = [];
  const places: Place[] = [];
  const share = CHARACTERS_MAX / conversationIds.length;
  let longCharacters = 0;
  for (const all of byConversation(found)) {
    const [first] = all;
    let characters = 0;
    const take = (row: HeldRow): boolean => {
      const { title, body } = textsOfMessage(row);
      const texts = title === null ? body : [title, ...body];
      const length = texts.reduce((sum, text) => sum + text.length, 0);
      if (characters + length > share) {
        if (characters > 0 || longCharacters > CHARACTERS_MAX) return false;
        longCharacters += length;
      }
      characters += length;
      const { user_id: userId, agent_id: agentId, created_at: at } = row;
      entries.push({ id: row.message_id, userId, agentId, kind: searchKindOf(row), at, texts });
      return true;
    };
    const newer = taken(
      all.filter(({ is_newer: isNewer }) => isNewer === true),
      take,
    );
    const older = taken(
      all.filter(({ is_newer: isNewer }) => isNewer === false),
      take,
    );
    places.push({
      conversationId: first.conversation_id,
      indexedUntil: newer.isWhole ? first.last_message_at : (newer.last ?? first.indexed_until),
      leftBefore: older.isWhole ? null : (older.last ?? first.left_before),
      isWhole: newer.isWhole && older.isWhole,
      isMoving:
        !first.is_known ||
        newer.last !== undefined ||
        older.last !== undefined ||
        (older.isWhole && first.left_before !== null),
    });
  }
  await writeEntries(client, entries);
  await rows(client, WRITE_PLACES, [
    places.map(({ conversationId }) => conversationId),
    places.map(({ indexedUntil }) => indexedUntil),
    places.map(({ leftBefore }) => leftBefore),
  ]);
  const isWhole = places.length === conversationIds.length && places.every((place) => place.isWhole);
  return { written: entries.length, isMoving: places.some((place) => place.isMoving), isWhole };

  /** Takes messages in their order up to the first that cannot be taken now. */
  function taken(
    messages: readonly FoundRow[],
    take: (row: HeldRow) => boolean,
  ): { last: Date | undefined; isWhole: boolean } {
    let last: Date | undefined;
    for (const row of messages) {
      if (!isHeld(row) || !take(row)) return { last, isWhole: false };
      last = row.created_at;
    }
    return { last, isWhole: messages.length < each };
  }
}

type Rows = [FoundRow, ...FoundRow[]];

/** The rows of each conversation in their order; those come first whose next message is the oldest. */
function byConversation(found: readonly FoundRow[]): Rows[] {
  const rowsOf = new Map<string, Rows>();
  for (const row of found) {
    const known = rowsOf.get(row.conversation_id);
    if (known === undefined) rowsOf.set(row.conversation_id, [row]);
    else known.push(row);
  }
  const waitingSince = ([next]: Rows): number => (isHeld(next) ? next.created_at.getTime() : 0);
  return [...rowsOf.values()].toSorted((a, b) => waitingSince(a) - waitingSince(b));
}

interface Place {
  conversationId: string;
  indexedUntil: Date;
  leftBefore: Date | null;
  isWhole: boolean;
  isMoving: boolean;
}

interface ConversationRow {
  conversation_id: string;
  user_id: string;
  agent_id: string;
  last_message_at: Date;
  indexed_until: Date;
  left_before: Date | null;
  /** Whether it has a place already. */
  is_known: boolean;
  /** Whether a message came after the entries that are there; `null` without a message. */
  is_newer: boolean | null;
  is_held: boolean;
}

type HeldRow = ConversationRow & MessageTexts & { message_id: string; created_at: Date };

type FoundRow = ConversationRow | HeldRow;

function isHeld(row: FoundRow): row is HeldRow {
  return row.is_held;
}

// The locks come from one place and the times from another: a lock may be of a newer version of the row than this statement sees messages of.
const READ_CONVERSATIONS = {
  name: 'search-read-conversations',
  text: `
    WITH kept AS MATERIALIZED (
      SELECT c.id FROM conversation c WHERE c.id = ANY ($1::text[]) ORDER BY c.id FOR KEY SHARE SKIP LOCKED
    ), conv AS MATERIALIZED (
      SELECT c.id, c.user_id, c.agent_id, c.last_message_at, coalesce(p.indexed_until, c.last_message_at) AS indexed_until,
             p.conversation_id IS NOT NULL AS is_known,
             CASE WHEN p.conversation_id IS NULL THEN c.last_message_at + interval '1 millisecond' ELSE p.left_before END AS left_before
        FROM conversation c LEFT JOIN search_place p ON p.conversation_id = c.id
       WHERE c.id IN (SELECT id FROM kept) AND c.deleted_at IS NULL AND c.last_message_at IS NOT NULL
    ), portion AS MATERIALIZED (
      SELECT v.id AS conversation_id, true AS is_newer, x.id, x.created_at
        FROM conv v CROSS JOIN LATERAL (
          SELECT m.id, m.created_at FROM message m
           WHERE m.conversation_id = v.id AND m.created_at > v.indexed_until AND m.created_at <= v.last_message_at ORDER BY m.created_at LIMIT $2) x
      UNION ALL
      SELECT v.id, false, x.id, x.created_at
        FROM conv v CROSS JOIN LATERAL (
          SELECT m.id, m.created_at FROM message m
           WHERE m.conversation_id = v.id AND m.created_at < v.left_before ORDER BY m.created_at DESC LIMIT $2) x
    ), held AS MATERIALIZED (
      SELECT m.* FROM message m WHERE m.id = ANY (ARRAY(SELECT id FROM portion)) ORDER BY m.id FOR KEY SHARE SKIP LOCKED
    )
    SELECT v.id AS conversation_id, v.user_id, v.agent_id, v.last_message_at, v.indexed_until, v.left_before, v.is_known, p.is_newer, p.created_at, p.id AS message_id,
           m.id IS NOT NULL AS is_held, ${MESSAGE_TEXTS}
      FROM conv v LEFT JOIN portion p ON p.conversation_id = v.id LEFT JOIN held m ON m.id = p.id LEFT JOIN decision d ON d.id = m.decision_id
     ORDER BY v.id, p.is_newer DESC, CASE WHEN p.is_newer THEN p.created_at END, p.created_at DESC`,
};

const WRITE_PLACES = {
  name: 'search-write-places',
  text: `
    INSERT INTO search_place (conversation_id, indexed_until, left_before)
    SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[])
        ON CONFLICT (conversation_id) DO UPDATE SET indexed_until = EXCLUDED.indexed_until, left_before = EXCLUDED.left_before`,
};
