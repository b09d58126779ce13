import type { SearchQuery, SearchTerm } from './search-query.js';
import { searchWords } from './search-words.js';
import type { SearchWord, WordBudget } from './search-words.js';

/** A piece of a text. All pieces together are the excerpt, which is plain text and no markup. */
export interface ExcerptPart {
  text: string;
  /** Whether it is what was searched for. */
  isMatch: boolean;
}

/** Characters of an excerpt, and of these before the first match. */
const LENGTH_MAX = 240;
const BEFORE_MAX = 60;

/** Words of one text that are looked at: as many as the search knows of it. */
const WORDS_MAX = 8_000;

/**
 * The part of a text around the first match of a wanted term, with every match in it marked; the beginning of the text if nothing fits. White space becomes one space, and `…`
 * stands for what is left out.
 *
 * @param budget is for all excerpts of one search. What comes in a text after it is used up does not fit. Default: 8,000 words.
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
  if (start > 0) parts.push({ text: '…', isMatch: false });
  let at = start;
  for (const match of matches) {
    if (match.end > end) break;
    parts.push({ text: text.slice(at, match.start), isMatch: false });
    parts.push({ text: text.slice(match.start, match.end), isMatch: true });
    at = match.end;
  }
  parts.push({ text: text.slice(at, end), isMatch: false });
  if (end < text.length) parts.push({ text: '…', isMatch: false });
  return joined(parts);
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

function joined(parts: readonly ExcerptPart[]): ExcerptPart[] {
  const whole: ExcerptPart[] = [];
  for (const { text, isMatch } of parts) {
    const last = whole.at(-1);
    if (last?.isMatch === isMatch) last.text += text;
    else if (text !== '') whole.push({ text, isMatch });
  }
  const [first] = whole;
  const last = whole.at(-1);
  for (const part of whole) part.text = part.text.replace(/\s+/gu, ' ');
  if (first !== undefined) first.text = first.text.trimStart();
  if (last !== undefined) last.text = last.text.trimEnd();
  return whole.filter(({ text }) => text !== '');
}
