import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AgentEvent } from '../contract.js';

export interface DeliveryAnswer {
  status: number;
  headers: Record<string, string>;
  /** JSON; empty for 204. */
  body: string;
  /** Takes the event; to be called after the answer. */
  process: () => void;
}

export function refused(status: number, detail: string, more: Record<string, string> = {}): DeliveryAnswer {
  const headers = { 'content-type': 'application/json', ...more };
  return { status, headers, body: JSON.stringify({ detail }), process: () => {} };
}

export function eventIn(bytes: Uint8Array): AgentEvent | null {
  try {
    const event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as AgentEvent | null;
    return typeof event?.type === 'string' ? event : null;
  } catch {
    return null;
  }
}

/** A delivery may be so old, or from so far ahead, in seconds (interface, "Outbound webhook signing"). */
const TOLERANCE_SECONDS = 300;

/** @returns why it does not prove that it comes from the service and is new, if so. An answer should not say it. */
export function whyUnsigned(
  { header, bytes }: { header: (name: string) => string | undefined; bytes: Uint8Array },
  secrets: readonly string[],
  nowMs: number,
): string | undefined {
  const timestamp = header('x-svc-timestamp') ?? '';
  if (!/^\d{1,12}$/.test(timestamp)) return 'it has no X-Svc-Timestamp';
  const ageSeconds = nowMs / 1_000 - Number(timestamp);
  if (Math.abs(ageSeconds) > TOLERANCE_SECONDS)
    return `it is ${Math.round(ageSeconds)} s old: it is a replay, or the clock of this machine is wrong`;
  // While a signing secret is changed, the former one signs in a header of its own.
  const given = ['x-svc-signature', 'x-svc-signature-previous'].flatMap((name) => header(name) ?? []);
  if (given.length === 0) return 'it has no X-Svc-Signature';
  let isProven = false;
  for (const secret of secrets) {
    const expected = Buffer.from(signatureOf(bytes, { secret, timestamp }));
    // Every pair is compared, whatever the ones before were.
    for (const signature of given.map((each) => Buffer.from(each)))
      if (signature.length === expected.length) isProven = timingSafeEqual(signature, expected) || isProven;
  }
  if (isProven) return undefined;
  return 'its signature is of another secret: is AGENT_SECRET the newest one, or has the agent a signing secret?';
}

/** By HMAC-SHA256 over the timestamp, a point and the bytes. @param by.timestamp that of `X-Svc-Timestamp`. */
export function signatureOf(bytes: Uint8Array, by: { secret: string; timestamp: string }): string {
  const mac = createHmac('sha256', by.secret).update(`${by.timestamp}.`).update(bytes).digest('hex');
  return `sha256=${mac}`;
}
