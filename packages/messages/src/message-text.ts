import { invalidField, MESSAGE_TEXT_LENGTH_MAX, storableText as storable } from '@svc/domain';

/**
 * Returns a message's text in a form that the store can hold.
 *
 * @throws ServiceError `invalid_request` for text over 32,768 characters, or with U+0000.
 */
export function storableText(text: string, path: string): string {
  if (text.length > MESSAGE_TEXT_LENGTH_MAX) {
    throw invalidField(path, `must NOT have more than ${MESSAGE_TEXT_LENGTH_MAX} characters`);
  }
  return storable(text, path);
}

export { invalidField as invalid } from '@svc/domain';
