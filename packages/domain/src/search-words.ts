/** A word of a text as the search compares it, with its position in the text. */
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

/** Scripts that write no spaces between words: each of their characters is a word, and words of several characters are found as phrases. */
const ALONE =
  '(?=[\\p{L}\\p{N}])[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]';
const ANY_WORD = new RegExp(`${ALONE}\\p{M}*|(?:(?!${ALONE})[\\p{L}\\p{N}\\p{M}])+`, 'gu');
const HAS_ALONE = new RegExp(ALONE, 'u');
/** The same for texts of other scripts, several times as fast. */
const SPACED_WORD = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * The words of a text in its order, one by one. Letters, digits and their marks make words; everything else stands between them. So `e-mail` is two words, and an address of the
 * web several. It depends on no language and on no setting of the database.
 *
 * @param budget ends them when it is used up. Default: all words.
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
/** Combining Diacritical Marks (Unicode). Marks of other scripts, such as vowels of Thai, are letters to their readers. */
const ACCENTS = /[\u0300-\u036f]/gu;
const NO_WORD = /[^\p{L}\p{N}\p{M}]/gu;

/** Width, ligatures, accents and case do not count. The upper case comes first because `ß` and `ı` have no other way to `ss` and `i`. */
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
