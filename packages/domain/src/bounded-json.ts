import { isUtf8 } from 'node:buffer';
import { ServiceError } from './errors.js';

export interface JsonBounds {
  /** How deep objects and lists may be nested; the outermost counts as 1. Default 64. */
  depthMax?: number;
  /** Values, with those in lists and objects; an empty list or object counts twice. Default 10,000. */
  valuesMax?: number;
  /** Names of members. Default 5,000. */
  keysMax?: number;
}

/** The longest string, in characters: a recording in base64, and some more. */
const STRING_LENGTH_MAX = 15 * 1024 * 1024;

/** Of all bodies that may be larger, most is files in base64, which has none of these characters. */
const COUNTED_BYTES_MIN = 1024 * 1024;
const SEPARATORS = [',', '[', '{'];
const SEPARATORS_MAX = 256 * 1024;

/**
 * Parses JSON in UTF-8 as `JSON.parse` does, with a byte order mark or without. A large body whose values
 * would take many times its size is refused before.
 *
 * @throws ServiceError `malformed_json`; `invalid_request` if nested too deep; `too_large` for too many
 *   values or names, or a string over 15 MiB.
 */
export function parseBoundedJson(body: Buffer, bounds: JsonBounds = {}): unknown {
  const bytes = withoutByteOrderMark(body);
  if (bytes.length > COUNTED_BYTES_MIN) assertFewSeparators(bytes);
  const value = parse(bytes);
  assertBounded(value, bounds);
  return value;
}

function assertFewSeparators(bytes: Buffer): void {
  let count = 0;
  for (const separator of SEPARATORS) {
    for (let at = bytes.indexOf(separator); at !== -1; at = bytes.indexOf(separator, at + 1)) {
      count += 1;
      if (count > SEPARATORS_MAX) throw tooManyValues();
    }
  }
}

function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new ServiceError('malformed_json');
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new ServiceError('malformed_json', { cause });
  }
}

function assertBounded(
  value: unknown,
  { depthMax = 64, valuesMax = 10_000, keysMax = 5_000 }: JsonBounds,
): void {
  let values = 1;
  let keys = 0;
  const look = (inner: unknown, depth: number): void => {
    if (typeof inner === 'string' && inner.length > STRING_LENGTH_MAX) throw new ServiceError('too_large');
    if (typeof inner !== 'object' || inner === null) return;
    if (depth > depthMax) {
      const message = `must not be nested deeper than ${depthMax} levels`;
      throw new ServiceError('invalid_request', { fields: [{ path: 'body', message }] });
    }
    const members: unknown[] = Object.values(inner);
    values += Math.max(1, members.length);
    if (!Array.isArray(inner)) keys += members.length;
    if (values > valuesMax || keys > keysMax) throw tooManyValues();
    for (const member of members) look(member, depth + 1);
  };
  look(value, 1);
}

function tooManyValues(): ServiceError {
  return new ServiceError('too_large', { detail: 'Body has too many values' });
}

/** A reader may pass over a byte order mark (RFC 8259, section 8.1). */
export function withoutByteOrderMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
