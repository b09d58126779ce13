import { ActionPatternError, invalidField, parseActionPattern, storableText } from '@svc/domain';
import type { ActionPattern } from '@svc/domain';

/** A pattern as it came in a field, ready to be stored and to be compared. */
export interface PatternField {
  text: string;
  pattern: ActionPattern;
}

/** @throws ServiceError `invalid_request` for text that is no pattern. */
export function patternField(given: string, path: string): PatternField {
  const text = storableText(given, path);
  try {
    return { text, pattern: parseActionPattern(text) };
  } catch (error) {
    if (error instanceof ActionPatternError) throw invalidField(path, error.message);
    throw error;
  }
}

/**
 * A pattern that comes with a request. One that did not cover its own action would be a mistake of whoever wrote it.
 *
 * @throws ServiceError `invalid_request` for text that is no pattern, or does not cover the action.
 */
export function patternOver(action: string, given: string, path: string): string {
  const { text, pattern } = patternField(given, path);
  if (!pattern.matches(action)) throw invalidField(path, 'must cover the action of the request');
  return text;
}
