import { MESSAGE_TEXT_LENGTH_MAX, ServiceError } from '@svc/domain';

/**
 * Text that the store can hold: half a surrogate pair becomes U+FFFD, since UTF-8 has no form for it.
 *
 * @throws ServiceError `invalid_request` for text over 32,768 characters, or with U+0000, which PostgreSQL cannot store.
 */
export function storableText(text: string, path: string): string {
  if (text.includes('\0')) throw invalid(path, 'must not contain the character U+0000');
  if (text.length > MESSAGE_TEXT_LENGTH_MAX) {
    throw invalid(path, `must NOT have more than ${MESSAGE_TEXT_LENGTH_MAX} characters`);
  }
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

export function invalid(path: string, message: string): ServiceError {
  return new ServiceError('invalid_request', { fields: [{ path, message }] });
}
