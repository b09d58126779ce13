import { HIDDEN_CHARACTERS } from './storable-text.js';

/**
 * A pattern is a glob over the whole `action` of a decision: `*` matches any number of characters, also none;
 * every other character matches itself; upper and lower case differ. `\*` is a star and `\\` a backslash.
 */

/** Length of an action, in UTF-16 code units. */
export const ACTION_LENGTH_MAX = 500;

/** Every action fits into it, even if each of its characters is escaped. */
export const ACTION_PATTERN_LENGTH_MAX = 2 * ACTION_LENGTH_MAX;

export const ACTION_PATTERN_STARS_MAX = 10;

/** A text that is no valid pattern. The message may be shown to the user or agent that wrote it. */
export class ActionPatternError extends Error {
  override readonly name = 'ActionPatternError';
}

export interface ActionPattern {
  /** It never goes back, and both are short, so no agent can write a slow pattern or action. */
  matches(action: string): boolean;
  /**
   * It covers everything of a verb: what stands before the first colon. A pattern is narrow without a star,
   * or with the whole verb before its first star and a visible letter or digit after the colon.
   */
  isBroad: boolean;
}

/** @throws ActionPatternError if empty, too long or with too many stars, or if a backslash escapes nothing. */
export function parseActionPattern(pattern: string): ActionPattern {
  if (pattern === '') throw new ActionPatternError('must not be empty');
  if (pattern.length > ACTION_PATTERN_LENGTH_MAX) {
    throw new ActionPatternError(`must not have more than ${ACTION_PATTERN_LENGTH_MAX} characters`);
  }
  const texts = literalsOf(pattern);
  if (texts.length - 1 > ACTION_PATTERN_STARS_MAX) {
    throw new ActionPatternError(`must not have more than ${ACTION_PATTERN_STARS_MAX} stars`);
  }
  return { matches: (action) => coversAll(texts, action), isBroad: isBroad(texts) };
}

export function exactActionPattern(action: string): string {
  return action.replaceAll(/[\\*]/g, '\\$&');
}

function isBroad([first = '', ...others]: readonly string[]): boolean {
  if (others.length === 0) return false;
  const verbEnd = first.indexOf(':');
  if (verbEnd === -1) return true;
  // Signs alone, as in `mail.send:*@*`, are in everything of the verb.
  const visible = (first.slice(verbEnd + 1) + others.join('')).replaceAll(HIDDEN_CHARACTERS, '');
  return !/[\p{L}\p{N}]/u.test(visible);
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

/** The first begins the action, the last ends it; those between follow one another, each as early as it can. */
function coversAll(literals: readonly string[], action: string): boolean {
  const [first = '', ...others] = literals;
  const last = others.pop();
  if (last === undefined) return action === first;
  if (action.length < first.length + last.length) return false;
  if (!action.startsWith(first) || !action.endsWith(last)) return false;
  let position = first.length;
  for (const literal of others) {
    const found = action.indexOf(literal, position);
    if (found === -1) return false;
    position = found + literal.length;
  }
  return position <= action.length - last.length;
}
