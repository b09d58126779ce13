import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import type { ClientBase } from 'pg';
import { messageEntry, writeEntries } from './search-entries.js';
import type { NewSearchEntry } from './search-entries.js';

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
  const found = await rows(client, sql.search.holdMessages, { conversationIds, limit: each });
  const entries: NewSearchEntry[] = [];
  const places: Place[] = [];
  const share = CHARACTERS_MAX / conversationIds.length;
  let longCharacters = 0;
  for (const all of byConversation(found)) {
    const [first] = all;
    let characters = 0;
    const take = (row: FoundRow): boolean => {
      const entry = messageEntry(row);
      const length = entry.texts.reduce((sum, text) => sum + text.length, 0);
      if (characters + length > share) {
        if (characters > 0 || longCharacters > CHARACTERS_MAX) return false;
        longCharacters += length;
      }
      characters += length;
      entries.push(entry);
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
      indexedUntil: (newer.isWhole ? first.last_message_at : newer.last) ?? first.indexed_until,
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
  await rows(client, sql.search.writePlaces, {
    conversationIds: places.map(({ conversationId }) => conversationId),
    indexedUntil: places.map(({ indexedUntil }) => indexedUntil),
    leftBefore: places.map(({ leftBefore }) => leftBefore),
  });
  const isWhole = places.length === conversationIds.length && places.every((place) => place.isWhole);
  return { written: entries.length, isMoving: places.some((place) => place.isMoving), isWhole };

  /** Takes messages in their order up to the first that cannot be taken now. */
  function taken(
    messages: readonly FoundRow[],
    take: (row: FoundRow) => boolean,
  ): { last: Date | undefined; isWhole: boolean } {
    let last: Date | undefined;
    for (const row of messages) {
      if (!row.is_held || !take(row)) return { last, isWhole: false };
      last = row.at;
    }
    return { last, isWhole: messages.length < each };
  }
}

/** A message, or a conversation without any. What is held has its words. */
type FoundRow = NonNullable<typeof sql.search.holdMessages.row>;

type Rows = [FoundRow, ...FoundRow[]];

/** The rows of each conversation in their order; those come first whose next message is the oldest. */
function byConversation(found: readonly FoundRow[]): Rows[] {
  const rowsOf = new Map<string, Rows>();
  for (const row of found) {
    const known = rowsOf.get(row.conversation_id);
    if (known === undefined) rowsOf.set(row.conversation_id, [row]);
    else known.push(row);
  }
  const waitingSince = ([next]: Rows): number => (next.is_held ? next.at.getTime() : 0);
  return [...rowsOf.values()].toSorted((a, b) => waitingSince(a) - waitingSince(b));
}

interface Place {
  conversationId: string;
  indexedUntil: Date;
  leftBefore: Date | null;
  isWhole: boolean;
  isMoving: boolean;
}
