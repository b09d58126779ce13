import { ServiceError } from '@svc/domain';
import type { ErrorCode } from '@svc/domain';

/** Length of what may stand before the comma of a data URI. No client would send a longer one. */
const DATA_URI_HEADER_LENGTH_MAX = 256;

/** Searched for, instead of matching the whole text, since a match of some million characters can exhaust the stack. */
const NOT_BASE64 = /[^A-Za-z0-9+/]/u;

export interface Base64Limits {
  bytesMax: number;
  /** Thrown when the decoded bytes would be more than `bytesMax`. */
  tooLarge: ErrorCode;
  /** Thrown when the text is not base64. */
  invalid: ErrorCode;
}

/**
 * The bytes of base64 text with or without a data-URI prefix. Line ends are passed over (RFC 2045, section 6.8). Else strict: no spaces, no URL-safe letters,
 * with padding.
 *
 * The size is computed from the length of the text, so that too large a file is refused before it takes memory a second time.
 */
export function decodeBase64(text: string, limits: Base64Limits): Buffer {
  const body = withoutDataUriPrefix(text)?.replaceAll(/[\r\n]+/g, '');
  if (body === undefined)
    throw new ServiceError(limits.invalid, { detail: 'A data URI must be marked ;base64' });
  if (decodedLength(body) > limits.bytesMax) throw new ServiceError(limits.tooLarge);
  const problem = problemOf(body);
  if (problem !== null) throw new ServiceError(limits.invalid, { detail: `Not valid base64: ${problem}` });
  return Buffer.from(body, 'base64');
}

function problemOf(body: string): string | null {
  if (body === '') return 'it is empty';
  const [wrong] = NOT_BASE64.exec(body.slice(0, body.length - paddingOf(body))) ?? [];
  if (wrong !== undefined) return `it has the character ${JSON.stringify(wrong)}`;
  return body.length % 4 === 0 ? null : 'its length, with padding, is no multiple of four';
}

function withoutDataUriPrefix(text: string): string | null {
  if (!/^data:/i.test(text)) return text;
  const header = text.slice(0, DATA_URI_HEADER_LENGTH_MAX);
  const comma = header.indexOf(',');
  if (comma < 0 || !/;base64$/i.test(header.slice(0, comma))) return null;
  return text.slice(comma + 1);
}

function decodedLength(body: string): number {
  return Math.floor((body.length * 3) / 4) - paddingOf(body);
}

function paddingOf(body: string): 0 | 1 | 2 {
  if (body.endsWith('==')) return 2;
  return body.endsWith('=') ? 1 : 0;
}
