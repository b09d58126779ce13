import { invalidField } from './storable-text.js';

const HEADER = 'idempotency-key';
/** Visible characters of ASCII, which every program can send in a header. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * The key that a call names; undefined without one.
 *
 * @param headers by their names in lower case.
 * @throws ServiceError `invalid_request` for what is no key.
 */
export function idempotencyKeyOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined {
  const key = headers[HEADER];
  // Node joins repeated headers, and a comma with a space is no visible character.
  if (key === undefined || (typeof key === 'string' && KEY.test(key))) return key;
  throw invalidField(`headers.${HEADER}`, 'must be 1 to 255 visible ASCII characters');
}
