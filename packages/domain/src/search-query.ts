import { searchWords } from './search-words.js';

/** A word, or a phrase of words that stand side by side. */
export interface SearchTerm {
  words: readonly [string, ...string[]];
  /** Whether its last word may be the beginning of a longer one. */
  isPrefix: boolean;
}

/** All of `wanted` and none of `unwanted`. */
export interface SearchQuery {
  wanted: readonly [SearchTerm, ...SearchTerm[]];
  unwanted: readonly SearchTerm[];
}

/** What a search finds. A run and a request are found by the message that shows them. */
export type SearchKind = 'message' | 'report' | 'run' | 'decision' | 'task';

/** Length of what a person searches for, in UTF-16 code units. */
export const SEARCH_TEXT_LENGTH_MAX = 200;

/** Words of all terms. Of scripts that write no spaces, each character is one. */
export const SEARCH_WORDS_MAX = 32;

const PART = /(?<minus>-?)(?:"(?<quoted>[^"]*)(?<close>"?)|(?<plain>[^\s"]+))/gu;

/**
 * Reads what a person types: words, `"phrases"` and what must not be there, with a minus before it. What stands together without spaces, such as `example.com`, is a phrase. The word that
 * is being typed, the last one without a space or a quote behind it, may be the beginning of a longer one. Anything can be typed.
 *
 * `nothing` if no word is wanted, `too_many` if there are more than {@link SEARCH_WORDS_MAX} words.
 */
export function parseSearch(text: string): SearchQuery | 'nothing' | 'too_many' {
  const wanted: SearchTerm[] = [];
  const unwanted: SearchTerm[] = [];
  let count = 0;
  for (const match of text.matchAll(PART)) {
    const { minus, quoted, close, plain } = match.groups ?? {};
    // A minus within a word separates words, as everything else does.
    const isUnwanted = minus === '-' && !/\S/u.test(text.charAt(match.index - 1));
    const [first, ...others] = Array.from(searchWords(quoted ?? plain ?? ''), ({ word }) => word);
    if (first === undefined) continue;
    count += 1 + others.length;
    if (count > SEARCH_WORDS_MAX) return 'too_many';
    const isLast = match.index + match[0].length === text.length;
    const isPrefix = isLast && close !== '"' && !isUnwanted && !/\s$/u.test(text);
    (isUnwanted ? unwanted : wanted).push({ words: [first, ...others], isPrefix });
  }
  const [first, ...others] = wanted;
  return first === undefined ? 'nothing' : { wanted: [first, ...others], unwanted };
}
