import { randomBytes, randomUUID } from 'node:crypto';
import { invalidField } from './storable-text.js';

/** Prefixes of public identifiers (specification, "Resources and their fields"). */
export const ID_PREFIX = {
  agent: 'agt_',
  task: 'tsk_',
  run: 'run_',
  event: 'evt_',
  delivery: 'dlv_',
  message: 'msg_',
  conversation: 'conv_',
  session: 'sess_',
  decision: 'dec_',
  rule: 'rul_',
  media: 'med_',
  audit: 'aud_',
  erasure: 'ers_',
  export: 'exp_',
  key: 'key_',
  apiKey: 'pat_',
  deviceLogin: 'dvl_',
  invitation: 'inv_',
  replay: 'rpl_',
} as const;

export type IdNoun = keyof typeof ID_PREFIX;

/**
 * The noun's prefix and 32 hex characters: 12 are the time in milliseconds, three count what one process made
 * within it (RFC 9562, 6.2, method 1), so that identifiers sort by when they were made, and 17 are random, so
 * that none can be guessed from another.
 */
export function newId(noun: IdNoun, nowMs: number = Date.now()): string {
  const time = nowMs.toString(16).padStart(12, '0').slice(-12);
  const count = countedWithin(nowMs).toString(16).padStart(3, '0');
  return ID_PREFIX[noun] + time + count + randomHex();
}

let countedMs = 0;
let count = 0;

function countedWithin(nowMs: number): number {
  count = nowMs === countedMs ? (count + 1) % 0x1000 : 0;
  countedMs = nowMs;
  return count;
}

/** 17 characters. Of UUIDs Node draws many at once: asking the system for ten bytes costs 30 times as much. */
function randomHex(): string {
  const uuid = randomUUID();
  // Its version and variant stand in between.
  return uuid.slice(0, 8) + uuid.slice(-9);
}

const TIMED_ID = /^[a-z]+_([0-9a-f]{12})[0-9a-f]{20}$/;

/** When an identifier of {@link newId} was made, in milliseconds since 1970; `null` for any other text. */
export function idTimeMs(id: string): number | null {
  const time = TIMED_ID.exec(id)?.[1];
  return time === undefined ? null : Number.parseInt(time, 16);
}

/** A new agent secret: `svc_` and 40 hex characters (specification, "Limits"). */
export function newAgentSecret(): string {
  return 'svc_' + randomBytes(20).toString('hex');
}

/** `whsec_` and 32 random bytes in base64, as Standard Webhooks 1.0 writes its secrets. */
export function newSigningSecret(): string {
  return SIGNING_SECRET_PREFIX + randomBytes(32).toString('base64');
}

/** Marks a secret whose key is the base64 behind it (Standard Webhooks 1.0, "Signature scheme"). */
export const SIGNING_SECRET_PREFIX = 'whsec_';

/** A new trigger id: 64 hex characters, both path token and credential of the inbound webhook. */
export function newTriggerId(): string {
  return randomBytes(32).toString('hex');
}

export function newInvitationToken(): string {
  return randomBytes(32).toString('hex');
}

export const INVITATION_TOKEN_PATTERN = /^[0-9a-f]{64}$/;
export const TRIGGER_ID_PATTERN = /^[0-9a-f]{64}$/;

const HEADER = 'idempotency-key';
const KEY = /^[\x21-\x7e]{1,255}$/;

/** The key that a call names. Throws `invalid_request` for what is no key. */
export function idempotencyKeyOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined {
  const key = headers[HEADER];
  // Node joins repeated headers, and a comma with a space is no visible character.
  if (key === undefined || (typeof key === 'string' && KEY.test(key))) return key;
  throw invalidField(`headers.${HEADER}`, 'must be 1 to 255 visible ASCII characters');
}
