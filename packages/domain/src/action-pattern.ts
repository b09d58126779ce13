import { HIDDEN_CHARACTERS } from './storable-text.js';

/**
 * Patterns over the `action` of a decision. A pattern is a glob over the whole action: `*` matches any number of characters, also none;
 * every other character matches itself; upper and lower case differ. `\*` is a star and `\\` a backslash. A run of stars is one.
 */

/** Length of an action, in UTF-16 code units. */
export const ACTION_LENGTH_MAX = 500;

/** Length of a pattern, in UTF-16 code units. Every action fits into it, even if each of its characters is escaped. */
export const ACTION_PATTERN_LENGTH_MAX = 2 * ACTION_LENGTH_MAX;

/** Stars of a pattern. */
export const ACTION_PATTERN_STARS_MAX = 10;

/** A text that is no valid pattern. The message may be shown to the user or agent that wrote it. */
export class ActionPatternError extends Error {
  override readonly name = 'ActionPatternError';
}

/** A pattern that is ready to be compared with many actions. */
export interface ActionPattern {
  /**
   * Whether the pattern covers the whole action. The time grows with the length of the two together, whatever their contents, so no agent can
   * write a slow pattern or action.
   */
  matches(action: string): boolean;
  /**
   * Whether the pattern covers everything of a verb, or several verbs. The verb of an action is what stands before its first colon. A pattern
   * is narrow if it has no star; or if the whole verb stands before its first star and at least one letter or digit with ink after the colon.
   */
  isBroad: boolean;
}

/** @throws ActionPatternError for an empty pattern, one that is too long or has too many stars, or a backslash that escapes nothing. */
export function parseActionPattern(pattern: string): ActionPattern {
  if (pattern === '') throw new ActionPatternError('must not be empty');
  if (pattern.length > ACTION_PATTERN_LENGTH_MAX) {
    throw new ActionPatternError(`must not have more than ${ACTION_PATTERN_LENGTH_MAX} characters`);
  }
  const texts = literalsOf(pattern);
  if (texts.length - 1 > ACTION_PATTERN_STARS_MAX) {
    throw new ActionPatternError(`must not have more than ${ACTION_PATTERN_STARS_MAX} stars`);
  }
  const literals = texts.map((text) => ({ text, borders: bordersOf(text) }));
  return { matches: (action) => coversAll(literals, action), isBroad: isBroad(texts) };
}

/** The pattern that covers this action and no other. */
export function exactActionPattern(action: string): string {
  return action.replaceAll(/[\\*]/g, '\\$&');
}

function isBroad([first = '', ...others]: readonly string[]): boolean {
  if (others.length === 0) return false;
  const verbEnd = first.indexOf(':');
  if (verbEnd === -1) return true;
  // Signs alone, as in `mail.send:*@*`, are in everything of the verb.
  return !/[\p{L}\p{N}]/u.test(
    (first.slice(verbEnd + 1) + others.join('')).replaceAll(HIDDEN_CHARACTERS, ''),
  );
}

/** The texts between the stars of the pattern: one more than it has stars. A run of stars is one. */
function literalsOf(pattern: string): string[] {
  const literals: string[] = [];
  let literal = '';
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern.charAt(index);
    if (character === '*') {
      while (pattern[index + 1] === '*') index += 1;
      literals.push(literal);
      literal = '';
    } else if (character === '\\') {
      index += 1;
      const escaped = pattern.charAt(index);
      if (escaped !== '*' && escaped !== '\\') {
        throw new ActionPatternError('has a backslash that is followed by neither * nor another backslash');
      }
      literal += escaped;
    } else {
      literal += character;
    }
  }
  return [...literals, literal];
}

/** A text that stands for itself, and what searching it needs. */
interface Literal {
  text: string;
  borders: readonly number[];
}

/** The first literal begins the action, the last ends it, and those between follow one another, each as early as it can. */
function coversAll(literals: readonly Literal[], action: string): boolean {
  const [first, ...others] = literals;
  const last = others.pop();
  if (first === undefined) return false;
  if (last === undefined) return action === first.text;
  if (action.length < first.text.length + last.text.length) return false;
  if (!action.startsWith(first.text) || !action.endsWith(last.text)) return false;
  const end = action.length - last.text.length;
  let position = first.text.length;
  for (const literal of others) {
    position = endOfFirst(literal, { action, from: position, end });
    if (position === -1) return false;
  }
  return true;
}

/**
 * Where the first occurrence of the literal within the part of the action ends, or -1.
 *
 * Knuth, Morris and Pratt's search never looks at a character of the action twice. `indexOf` may look at it again for every character of
 * the literal.
 */
function endOfFirst(
  { text, borders }: Literal,
  { action, from, end }: { action: string; from: number; end: number },
): number {
  if (text === '') return from;
  let matched = 0;
  for (let position = from; position < end; position += 1) {
    while (matched > 0 && text[matched] !== action[position]) matched = borders[matched - 1] ?? 0;
    if (text[matched] === action[position]) matched += 1;
    if (matched === text.length) return position + 1;
  }
  return -1;
}

/** For each prefix of the literal, the length of its longest proper prefix that is also its suffix. */
function bordersOf(literal: string): number[] {
  const borders = [0];
  let length = 0;
  for (let index = 1; index < literal.length; index += 1) {
    while (length > 0 && literal[index] !== literal[length]) length = borders[length - 1] ?? 0;
    if (literal[index] === literal[length]) length += 1;
    borders.push(length);
  }
  return borders;
}
