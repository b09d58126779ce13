/** A word, or a phrase of words that stand side by side. */
export interface SearchTerm {
  words: readonly [string, ...string[]];
  isPrefix: boolean;
}

/** All of `wanted` and none of `unwanted`. */
export interface SearchQuery {
  wanted: readonly [SearchTerm, ...SearchTerm[]];
  unwanted: readonly SearchTerm[];
}

/** What a search finds. A run and a request are found by the message that shows them. */
export type SearchKind = 'message' | 'report' | 'run' | 'decision' | 'task';

/** Words of all terms. Of scripts that write no spaces, each character is one. */
export const SEARCH_WORDS_MAX = 32;

const PART = /(?<minus>-?)(?:"(?<quoted>[^"]*)(?<close>"?)|(?<plain>[^\s"]+))/gu;

/**
 * Reads what a person types: words, `"phrases"` and, with a minus before it, what must not be there. What
 * stands together without spaces, such as `example.com`, is a phrase. The last word, without a space or a
 * quote behind it, may be the beginning of a longer one. `nothing`: no word is wanted. `too_many`: over
 * {@link SEARCH_WORDS_MAX} words.
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

export interface SearchWord {
  /** Without case and accents. */
  word: string;
  /** Its first character and the one behind its last, in UTF-16 code units. */
  start: number;
  end: number;
}

/** How many words may still be looked at, of any number of texts. Looking at one counts it down. */
export interface WordBudget {
  wordsLeft: number;
}

/** Characters of a word that count. What differs only behind them counts as the same word. */
const WORD_LENGTH_MAX = 40;

/** Scripts that write no spaces: each character is a word, and words of several are found as phrases. */
const ALONE =
  '(?=[\\p{L}\\p{N}])[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]';
const ANY_WORD = new RegExp(`${ALONE}\\p{M}*|(?:(?!${ALONE})[\\p{L}\\p{N}\\p{M}])+`, 'gu');
const HAS_ALONE = new RegExp(ALONE, 'u');
/** The same for texts of other scripts, several times as fast. */
const SPACED_WORD = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * Letters, digits and their marks make words; everything else stands between them, so `e-mail` is two. It
 * depends on no language and on no setting of the database. The words end when the budget is used up.
 */
export function* searchWords(
  text: string,
  budget: WordBudget = { wordsLeft: Infinity },
): Generator<SearchWord> {
  if (budget.wordsLeft <= 0) return;
  for (const match of text.matchAll(HAS_ALONE.test(text) ? ANY_WORD : SPACED_WORD)) {
    const [found] = match;
    budget.wordsLeft -= 1;
    const word = folded(found);
    // A mark that stands alone is no word.
    if (word !== '') yield { word, start: match.index, end: match.index + found.length };
    if (budget.wordsLeft <= 0) return;
  }
}

/** Letters that have no decomposition in Unicode, as people type them who do not have them. */
const LIKE: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ς: 'σ' },
};
const HAS_LIKE = new RegExp(`[${Object.keys(LIKE).join('')}]`, 'gu');
const IS_ASCII = /^[\0-\x7f]*$/;
/** Combining Diacritical Marks (Unicode). Marks of other scripts, such as vowels of Thai, are letters. */
const ACCENTS = /[\u0300-\u036f]/gu;
const NO_WORD = /[^\p{L}\p{N}\p{M}]/gu;

/** Drops width, ligatures, accents and case. Upper case first: only so `ß` and `ı` become `ss` and `i`. */
function folded(found: string): string {
  if (IS_ASCII.test(found)) return found.toLowerCase().slice(0, WORD_LENGTH_MAX);
  const bare = found.slice(0, WORD_LENGTH_MAX).normalize('NFKD').replace(ACCENTS, '').normalize('NFC');
  const lower = bare
    .toUpperCase()
    .toLowerCase()
    .replace(HAS_LIKE, (letter) => LIKE[letter] ?? letter);
  // Half of a character that was cut in two is no letter, so it goes too.
  return lower.slice(0, WORD_LENGTH_MAX).replace(NO_WORD, '');
}

/** A piece of a text. All pieces together are the excerpt, which is plain text and no markup. */
export interface ExcerptPart {
  text: string;
  isMatch: boolean;
}

/** Characters of an excerpt, and of these before the first match. */
const LENGTH_MAX = 240;
const BEFORE_MAX = 60;

/** Words of one text that are looked at: as many as the search knows of it. */
const WORDS_MAX = 8_000;

/**
 * The text around the first match of a wanted term, with every match marked; its beginning if nothing fits.
 * White space becomes one space. The budget is for all excerpts of one search.
 */
export function searchExcerpt(
  text: string,
  { wanted }: Pick<SearchQuery, 'wanted'>,
  budget: WordBudget = { wordsLeft: WORDS_MAX },
): ExcerptPart[] {
  const ofText = { wordsLeft: Math.min(WORDS_MAX, budget.wordsLeft) };
  const lookedAtMax = ofText.wordsLeft;
  const matches = merged(firstMatches(searchWords(text, ofText), wanted));
  budget.wordsLeft -= lookedAtMax - ofText.wordsLeft;
  const start = beginning(text, matches[0]?.start ?? 0);
  const end = ending(text, start + LENGTH_MAX);
  const parts: ExcerptPart[] = [];
  let at = start;
  for (const match of matches) {
    if (match.end > end) break;
    parts.push({ text: text.slice(at, match.start), isMatch: false });
    parts.push({ text: text.slice(match.start, match.end), isMatch: true });
    at = match.end;
  }
  parts.push({ text: text.slice(at, end), isMatch: false });
  const shown = parts.map((part, index) => {
    let piece = part.text.replace(/\s+/gu, ' ');
    if (index === 0) piece = (start > 0 ? '…' : '') + piece.trimStart();
    if (index === parts.length - 1) piece = piece.trimEnd() + (end < text.length ? '…' : '');
    return { text: piece, isMatch: part.isMatch };
  });
  return shown.filter((part) => part.text !== '');
}

interface Match {
  start: number;
  end: number;
}

/** The matches, from the first one on for the length of an excerpt. */
function firstMatches(words: Iterable<SearchWord>, terms: readonly SearchTerm[]): Match[] {
  const found: Match[] = [];
  const longest = Math.max(...terms.map(({ words }) => words.length));
  const recent: SearchWord[] = [];
  for (const word of words) {
    if (word.start > (found[0]?.start ?? Infinity) + LENGTH_MAX) break;
    recent.push(word);
    if (recent.length > longest) recent.shift();
    for (const term of terms) {
      const [first, ...others] = recent.slice(-term.words.length);
      if (first !== undefined && fits([first, ...others], term))
        found.push({ start: first.start, end: word.end });
    }
  }
  return found;
}

function fits(found: readonly SearchWord[], { words, isPrefix }: SearchTerm): boolean {
  if (found.length < words.length) return false;
  return words.every((word, index) => {
    const here = found[index]?.word ?? '';
    return isPrefix && index === words.length - 1 ? here.startsWith(word) : here === word;
  });
}

/** Matches that overlap or touch are one. */
function merged(matches: readonly Match[]): Match[] {
  const apart: Match[] = [];
  for (const { start, end } of matches.toSorted((a, b) => a.start - b.start)) {
    const last = apart.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else apart.push({ start, end });
  }
  return apart;
}

/** Shortly before the first match, at the beginning of a word if there is one. */
function beginning(text: string, match: number): number {
  const from = match - BEFORE_MAX;
  if (from <= 0) return 0;
  const space = text.slice(from, match).search(/\s/u);
  return space === -1 ? whole(text, from) : from + space + 1;
}

/** At the end of a word, if there is one in the last part. */
function ending(text: string, to: number): number {
  if (to >= text.length) return text.length;
  const last = /\s\S*$/u.exec(text.slice(to - BEFORE_MAX, to));
  return last === null ? whole(text, to) : to - BEFORE_MAX + last.index;
}

/** Not between the two halves of a character. */
function whole(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at;
}
