import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json.js';
import { ServiceError } from './errors.js';

/** Size of a trigger's payload, in bytes. */
export const PAYLOAD_BYTES_MAX = 256 * 1024;

/** How deep objects and lists of a payload may be nested; the payload itself counts as 1. */
export const PAYLOAD_DEPTH_MAX = 128;

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
 * @param body the body's text; empty counts as `{}`.
 * @param key by which the caller tells its calls apart; it is hashed instead of the payload.
 * @throws ServiceError `malformed_json`; `invalid_request` for a value that is no object or nested deeper than {@link PAYLOAD_DEPTH_MAX}.
 */
export function readPayload(body: string, key?: string): TriggerPayload {
  if (body === '') return readPayload('{}', key);
  const value = parse(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidPayload('must be a JSON object');
  }
  const form = canonicalJson(body, PAYLOAD_DEPTH_MAX);
  if (form === null) throw invalidPayload(`must not be nested deeper than ${PAYLOAD_DEPTH_MAX} levels`);
  const compact = form.hasLoneSurrogate ? body.replaceAll(STRING_OR_SPACE, '$1') : null;
  // A key's text before the hash is no JSON, so that no payload has the same one.
  const compared = key === undefined ? (compact ?? form.canonical) : `idempotency key\0${key}`;
  return { hash: sha256(compared), text: compact ?? form.verbatim };
}

const STRING_OR_SPACE = /("(?:[^"\\]|\\.)*")|\s+/g;

/** `JSON.parse` does not recurse, and a name such as `__proto__` becomes a member like any other. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new ServiceError('malformed_json', { cause });
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}

function invalidPayload(message: string): ServiceError {
  return new ServiceError('invalid_request', { fields: [{ path: 'body', message }] });
}
