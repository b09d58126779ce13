import { createHash } from 'node:crypto';
import { parseBoundedJson } from './bounded-json.js';
import { withoutByteOrderMark } from './byte-order-mark.js';
import { canonicalJson } from './canonical-json.js';
import { invalidField } from './storable-text.js';

/** Size of a trigger's payload, in bytes. */
export const PAYLOAD_BYTES_MAX = 1024 * 1024;

/** How deep objects and lists of a payload may be nested; the payload itself counts as 1. */
export const PAYLOAD_DEPTH_MAX = 128;

/** The canonical form of so many values takes some 70 ms, in which a process does nothing else. */
const BOUNDS = { depthMax: PAYLOAD_DEPTH_MAX, valuesMax: 100_000, keysMax: 50_000 };

/** A payload as the service compares it and passes it on. */
export interface TriggerPayload {
  /** SHA-256, 32 bytes, of the payload or of the key: equal ones of one task within the window start one run (specification, "Inbound trigger responses"). */
  hash: Buffer;
  /** The JSON text that the agent receives as `payload`. */
  text: string;
}

/**
 * Reads the body of a trigger's call. The service hashes its canonical form (RFC 8785), so a payload stays the same if the order of members, the white space
 * or the spelling of a number changes. A number whose decimal value ECMAScript cannot print keeps its own text there. The agent gets the same with all
 * numbers as they came. If a string holds a lone surrogate, which has no canonical form, the body without white space is hashed and passed on. If several
 * members have one name, the last counts.
 *
 * @param body JSON in UTF-8; empty counts as `{}`.
 * @param key by which the caller tells its calls apart; it is hashed instead of the payload.
 * @throws ServiceError `malformed_json`; `invalid_request` for a value that is no object or nested deeper than {@link PAYLOAD_DEPTH_MAX}; `too_large` for more than
 *   100,000 values or 50,000 names.
 */
export async function readPayload(body: Buffer, key?: string): Promise<TriggerPayload> {
  const bytes = withoutByteOrderMark(body);
  if (bytes.length === 0) return readPayload(Buffer.from('{}'), key);
  const value = await parseBoundedJson(bytes, BOUNDS);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidField('body', 'must be a JSON object');
  }
  const json = bytes.toString('utf8');
  const form = canonicalJson(json);
  const compact = form.hasLoneSurrogate ? json.replaceAll(STRING_OR_SPACE, '$1') : null;
  // A key's text before the hash is no JSON, so that no payload has the same one.
  const compared = key === undefined ? (compact ?? form.canonical) : `idempotency key\0${key}`;
  return { hash: sha256(compared), text: compact ?? form.verbatim };
}

const STRING_OR_SPACE = /("(?:[^"\\]|\\.)*")|\s+/g;

function sha256(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
