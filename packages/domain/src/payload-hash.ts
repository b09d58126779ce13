import { createHash } from 'node:crypto';
import { canonicalForm } from './canonical-json.js';
import { ServiceError } from './errors.js';

/** Size of a trigger's payload, in bytes. */
export const PAYLOAD_BYTES_MAX = 256 * 1024;

/** How deep objects and lists of a payload may be nested; the payload itself counts as 1. */
export const PAYLOAD_DEPTH_MAX = 128;

/** A payload as the service compares it and passes it on. */
export interface TriggerPayload {
  /** SHA-256, 32 bytes: equal payloads of one task within the window start one run (specification, "Inbound trigger responses"). */
  hash: Buffer;
  /** The JSON text that the agent receives as `payload`. */
  text: string;
}

/**
 * Reads the body of a trigger's call. The service hashes its canonical form (RFC 8785) and passes it on, so a payload stays the same if the
 * order of members or the white space changes. If a number lies beyond 2^53 or a string holds a lone surrogate, the canonical form would
 * say something else than the caller wrote. Then the body is hashed and passed on as it came. If several members have one name, the last
 * counts.
 *
 * @param body the body's text; empty counts as `{}`.
 * @throws ServiceError `malformed_json`; `invalid_request` for a value that is no object or nested deeper than {@link PAYLOAD_DEPTH_MAX}.
 */
export function readPayload(body: string): TriggerPayload {
  if (body === '') return readPayload('{}');
  const value = parse(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidPayload('must be a JSON object');
  }
  const form = canonicalForm(value, PAYLOAD_DEPTH_MAX);
  if (form.isTooDeep) throw invalidPayload(`must not be nested deeper than ${PAYLOAD_DEPTH_MAX} levels`);
  return form.isExact
    ? { hash: sha256(form.text), text: form.text }
    : { hash: sha256(body), text: body.trim() };
}

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
