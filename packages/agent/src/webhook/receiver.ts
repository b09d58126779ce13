import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AgentEvent } from '../contract.js';
import { AgentError } from '../errors.js';
import { bytesUpTo } from '../http/calls.js';
import type { AgentSettings } from '../options.js';

export interface DeliveryAnswer {
  status: number;
  headers: Record<string, string>;
  /** JSON; empty for 204. */
  body: string;
  /** Takes the event; to be called after the answer. Resolves when its handlers are done. */
  process: () => Promise<void>;
}

export interface DeliveryRequest {
  method: string | undefined;
  /** The value of a header, by its name in small letters. */
  header: (name: string) => string | undefined;
  /** The bytes exactly as they came; `null` if a framework has parsed them before, and has not kept them. */
  body: AsyncIterable<Uint8Array> | Uint8Array | null;
  /** What to do where they are lost. */
  advice: string;
}

export interface ReceiverParts {
  take: (event: AgentEvent) => Promise<void>;
  isReady: () => boolean;
}

/** A delivery may have so many bytes; the service sends no more than a quarter of it. */
const DELIVERY_BYTES_MAX = 8 * 1024 * 1024;

export class DeliveryReceiver {
  readonly #settings: AgentSettings;
  readonly #parts: ReceiverParts;

  constructor(settings: AgentSettings, parts: ReceiverParts) {
    this.#settings = settings;
    this.#parts = parts;
  }

  async receive({ method, header, body, advice }: DeliveryRequest): Promise<DeliveryAnswer> {
    if (method !== 'POST') return refused(405, 'Method not allowed');
    if (body === null) return this.#lost(advice);
    const bytes = body instanceof Uint8Array ? body : await bytesUpTo(DELIVERY_BYTES_MAX, body);
    if (bytes === null) return refused(413, 'Too large');
    const { signingSecrets, secret, log, now } = this.#settings;
    try {
      const secrets = signingSecrets.length > 0 ? signingSecrets : [await secret()];
      verifyDelivery({ header, bytes }, secrets, now());
    } catch (error) {
      if (!(error instanceof AgentError)) throw error;
      log.warn(error.message);
      return refused(401, 'Unauthorized');
    }
    const event = eventIn(bytes);
    if (event === null) return refused(400, 'Not an event');
    // The service tries again, in half a minute at the earliest.
    if (!this.#parts.isReady()) return refused(503, 'Busy', { 'retry-after': '30' });
    return { status: 204, headers: {}, body: '', process: () => this.#parts.take(event) };
  }

  /** That is a mistake of this program, so it is told in full. */
  #lost(advice: string): DeliveryAnswer {
    const { message } = new AgentError(
      'body_consumed',
      `The body of a webhook delivery was parsed before its signature could be checked. ${advice}`,
    );
    this.#settings.log.error(message);
    return refused(500, message);
  }
}

export function refused(status: number, detail: string, more: Record<string, string> = {}): DeliveryAnswer {
  const headers = { 'content-type': 'application/json', ...more };
  return { status, headers, body: JSON.stringify({ detail }), process: async () => {} };
}

function eventIn(bytes: Uint8Array): AgentEvent | null {
  try {
    const event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as AgentEvent | null;
    return typeof event?.type === 'string' ? event : null;
  } catch {
    return null;
  }
}

/** A delivery may be so old, or from so far ahead, in seconds (interface, "Outbound webhook signing"). */
const TOLERANCE_SECONDS = 300;

/** What a delivery says of itself. */
export interface Delivery {
  /** The value of a header, by its name in small letters. */
  header: (name: string) => string | undefined;
  /** Exactly what was sent. */
  bytes: Uint8Array;
}

/**
 * Proves that a delivery comes from the service and is new: at most 300 seconds old, or from as far ahead.
 *
 * @param delivery the bytes and headers, as they came.
 * @param secrets all that may have signed it: during a rotation the new one and the former one.
 * @param nowMs what time it is, in milliseconds since the Unix epoch. Default: the machine's time.
 * @throws {AgentError} `unsigned`. The message says to the log why; an unauthenticated caller should not learn it.
 */
export function verifyDelivery(
  { header, bytes }: Delivery,
  secrets: readonly string[],
  nowMs: number = Date.now(),
): void {
  const timestamp = header('x-svc-timestamp') ?? '';
  if (!/^\d{1,12}$/.test(timestamp)) throw unsigned('it has no X-Svc-Timestamp');
  const ageSeconds = nowMs / 1_000 - Number(timestamp);
  if (Math.abs(ageSeconds) > TOLERANCE_SECONDS)
    throw unsigned(
      `it was sent ${Math.round(Math.abs(ageSeconds))} s ${ageSeconds > 0 ? 'ago' : 'ahead'}: it is a replay, or the clock of this machine is wrong`,
    );
  // While a signing secret is changed, the former one signs in a header of its own.
  const given = ['x-svc-signature', 'x-svc-signature-previous'].flatMap((name) => header(name) ?? []);
  if (given.length === 0) throw unsigned('it has no X-Svc-Signature');
  let isProven = false;
  for (const secret of secrets) {
    const expected = Buffer.from(signatureOf(bytes, { secret, timestamp }));
    // Every pair is compared, whatever the ones before were.
    for (const signature of given) isProven = isSame(Buffer.from(signature), expected) || isProven;
  }
  if (!isProven)
    throw unsigned(
      'its signature is of another secret: is AGENT_SECRET the newest one, or has the agent a signing secret?',
    );
}

/**
 * How the service signs a delivery: by HMAC-SHA256 over the timestamp, a point and the bytes.
 *
 * @param bytes exactly what is sent.
 * @param by.secret what signs.
 * @param by.timestamp the value of `X-Svc-Timestamp`, in seconds since the Unix epoch.
 * @returns the value of `X-Svc-Signature`: `sha256=` and the MAC in hex.
 */
export function signatureOf(bytes: Uint8Array, by: { secret: string; timestamp: string }): string {
  const mac = createHmac('sha256', by.secret).update(`${by.timestamp}.`).update(bytes).digest('hex');
  return `sha256=${mac}`;
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function unsigned(why: string): AgentError {
  return new AgentError('unsigned', `A webhook delivery was refused: ${why}.`);
}
