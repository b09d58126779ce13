import { ActionPatternError, invalidField, parseActionPattern, visibleText } from '@svc/domain';
import type { ActionPattern } from '@svc/domain';

/** A pattern from a field of a request, ready to be stored and compared. */
export interface PatternField {
  text: string;
  pattern: ActionPattern;
}

/**
 * @throws ServiceError `invalid_request` for text that is no valid pattern.
 */
export function patternField(given: string, path: string): PatternField {
  const text = visibleText(given, path);
  try {
    return { text, pattern: parseActionPattern(text) };
  } catch (error) {
    if (error instanceof ActionPatternError) throw invalidField(path, error.message);
    throw error;
  }
}

/**
 * A pattern that comes with a request. If it did not cover the request's own action, it would be a mistake of its author.
 *
 * @throws ServiceError `invalid_request` for text that is no valid pattern, or does not cover the action.
 */
export function patternOver(action: string, given: string, path: string): PatternField {
  const field = patternField(given, path);
  if (!field.pattern.matches(action)) throw invalidField(path, 'must cover the action of the request');
  return field;
}
