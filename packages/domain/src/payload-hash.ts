import { createHash } from 'node:crypto';
import { parseBoundedJson, withoutByteOrderMark } from './bounded-json.js';
import { invalidField } from './storable-text.js';
import { ServiceError } from './errors.js';

export const PAYLOAD_BYTES_MAX = 1024 * 1024;

/** How deep objects and lists of a payload may be nested; the payload itself counts as 1. */
const PAYLOAD_DEPTH_MAX = 128;

/** The canonical form of so many values takes some 70 ms, in which a process does nothing else. */
const BOUNDS = { depthMax: PAYLOAD_DEPTH_MAX, valuesMax: 100_000, keysMax: 50_000 };

export interface TriggerPayload {
  /** SHA-256: equal ones of a task within the window start one run ("Inbound trigger responses"). */
  hash: Buffer;
  /** The JSON text that the agent receives as `payload`. */
  text: string;
}

/**
 * Hashes the canonical form (RFC 8785), so the order of members, white space and the spelling of numbers do
 * not count; a number whose decimal value ECMAScript cannot print keeps its own text. The agent gets the same
 * with all numbers as they came. If a string holds a lone surrogate, which has no canonical form, the body
 * without white space is hashed and passed on. If several members have one name, the last counts.
 *
 * @param body JSON in UTF-8; empty counts as `{}`.
 * @param key by which the caller tells its calls apart; it is hashed instead of the payload.
 * @throws ServiceError `malformed_json`; `invalid_request` for no object, or nested deeper than
 *   {@link PAYLOAD_DEPTH_MAX}; `too_large` for more than 100,000 values or 50,000 names.
 */
export function readPayload(body: Buffer, key?: string): TriggerPayload {
  const bytes = withoutByteOrderMark(body);
  if (bytes.length === 0) return readPayload(Buffer.from('{}'), key);
  const value = parseBoundedJson(bytes, BOUNDS);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidField('body', 'must be a JSON object');
  }
  const json = bytes.toString('utf8');
  const { verbatim, canonical } = formsOf(json);
  const compact = LONE_SURROGATE.test(verbatim) ? json.replaceAll(STRING_OR_SPACE, '$1') : null;
  // A key's text before the hash is no JSON, so that no payload has the same one.
  const compared = key === undefined ? (compact ?? canonical) : `idempotency key\0${key}`;
  return { hash: sha256(compared), text: compact ?? verbatim };
}

const STRING_OR_SPACE = /("(?:[^"\\]|\\.)*")|\s+/g;

function sha256(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}

/**
 * Of a text that `JSON.parse` accepts, not nested deeper than the stack is: without white space, members
 * sorted, of those with one name only the last, strings in one spelling. `verbatim` has all numbers as they
 * were written; `canonical` is the form of RFC 8785, but for {@link canonicalNumber}.
 */
export function formsOf(json: string): { verbatim: string; canonical: string } {
  let isCanonical = true;
  // Numbers become texts, so that the parser keeps their digits. The first letter tells the two apart.
  const marked = json.replaceAll(STRING_OR_NUMBER, (token) => {
    if (token.startsWith('"')) return `"s${token.slice(1)}`;
    isCanonical &&= canonicalNumber(token) === token;
    return `"n${token}"`;
  });
  const value: unknown = JSON.parse(marked);
  const verbatim = written(value, (number) => number);
  return { verbatim, canonical: isCanonical ? verbatim : written(value, canonicalNumber) };
}

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** `JSON.stringify` writes strings as RFC 8785 asks, section 3.2.2.2. */
function written(value: unknown, spell: (number: string) => string): string {
  if (typeof value === 'string')
    return value.startsWith('n') ? spell(value.slice(1)) : JSON.stringify(value.slice(1));
  if (Array.isArray(value)) return `[${value.map((item) => written(item, spell)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value)
    // By UTF-16 code units, as section 3.2.3 asks.
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name.slice(1))}:${written(member, spell)}`);
  return `{${members.join(',')}}`;
}

/** Half of a surrogate pair, for which RFC 8785 has no form, and alone of all characters `\ud…` is written. */
const LONE_SURROGATE = /(?:^|[^\\])(?:\\\\)*\\ud/;

/** As ECMAScript prints it (RFC 8785, section 3.2.2.3), unless that has another decimal value. */
function canonicalNumber(number: string): string {
  const written = JSON.stringify(Number(number));
  return written === number || decimalOf(written) === decimalOf(number) ? written : number;
}

/** The same text for the same decimal value: sign, digits without zeros around them, and power of ten. */
function decimalOf(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(number) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  // A pattern for the zeros at the end would take a time that grows with the square of the length.
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  if (end === 0) return '0';
  const power = Number(exponent) - fraction.length + digits.length - end;
  return `${sign}${digits.slice(0, end)}e${power}`;
}

const FIELDS_MAX = 1_000;

/**
 * The fields as a JSON object: each a string, or a list of those with one name. `payload` stands there as the
 * JSON that it holds, if it does, as GitHub sends it. Throws `malformed_json` for no UTF-8, `too_large` for
 * over 1,000 fields or 1 MiB.
 */
export function formPayload(body: Buffer): Buffer {
  const text = body.toString('utf8');
  if (!Buffer.from(text).equals(body) || !isDecodable(text)) throw new ServiceError('malformed_json');
  if (text.split('&', FIELDS_MAX + 1).length > FIELDS_MAX) throw new ServiceError('too_large');
  const fields = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const json = name === 'payload' && isJson(value) ? value : JSON.stringify(value);
    fields.set(name, [...(fields.get(name) ?? []), json]);
  }
  const members = Array.from(fields, ([name, values]) => {
    const [first, ...others] = values;
    return `${JSON.stringify(name)}:${others.length === 0 ? first : `[${values.join(',')}]`}`;
  });
  const json = Buffer.from(`{${members.join(',')}}`);
  if (json.length > PAYLOAD_BYTES_MAX) throw new ServiceError('too_large');
  return json;
}

/** Other characters would all be read as U+FFFD, so that different forms would be one. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
