import { createHash } from 'node:crypto';
import { searchWords } from '@svc/domain';
import type { SearchQuery, SearchTerm } from '@svc/domain';

/** Words of one entry. A search does not find what comes behind them. */
const WORDS_MAX = 8_000;

/** The greatest position of a word, and how many positions of one word are kept (PostgreSQL, "Text Search Limitations"). */
const POSITION_MAX = 16_383;
const POSITIONS_MAX = 255;

/** Between two texts of an entry, so that no phrase goes over their border. */
const GAP = 2;

/**
 * Texts as a `tsvector`, each of whose words begins with what stands for the user. So one index leads to the words of one user, and to those that begin with some letters, past
 * all words of others. Two users may share it by chance: every query compares the user as well. Empty without words.
 */
export function ownedWords(userId: string, texts: readonly string[]): string {
  const owner = ownerToken(userId);
  const positions = new Map<string, number[]>();
  let position = 0;
  let count = 0;
  for (const text of texts) {
    for (const { word } of searchWords(text)) {
      if (count === WORDS_MAX) break;
      count += 1;
      position += 1;
      const known = positions.get(word);
      if (known === undefined) positions.set(word, [position]);
      else if (known.length < POSITIONS_MAX && position < POSITION_MAX) known.push(position);
    }
    position += GAP;
  }
  return Array.from(positions, ([word, at]) => `'${owner}${word}':${at.join(',')}`).join(' ');
}

/** The same of what a user searches for, as a `tsquery`. */
export function ownedQuery(userId: string, { wanted, unwanted }: SearchQuery): string {
  const owner = ownerToken(userId);
  const phrase = ({ words, isPrefix }: SearchTerm): string =>
    `(${words.map((word) => `'${owner}${word}'`).join(' <-> ')}${isPrefix ? ':*' : ''})`;
  return [...wanted.map(phrase), ...unwanted.map((term) => `!${phrase(term)}`)].join(' & ');
}

/** Always as long, so that no user's characters are the beginning of another's. Words hold letters, digits and marks, and this holds no quotes either. */
function ownerToken(userId: string): string {
  return createHash('sha256').update(userId).digest('base64url').slice(0, 4);
}
