import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { withoutByteOrderMark } from './bounded-json.js';
import { SIGNATURE_TOLERANCE_SECONDS } from './webhook-signature.js';

/** How callers of a trigger URL prove that they are its sender. */
export type SenderScheme = 'github' | 'stripe' | 'slack' | 'standard_webhooks' | 'shared_header';

/** Why a call proves no sender. Its caller is not told. */
export type SenderRefusal = 'signature_missing' | 'signature_wrong' | 'timestamp_out_of_range';

/** Secrets that prove at once, former ones among them. */
export const SENDER_SECRETS_KEPT_MAX = 8;

/** How long former secrets go on proving, in seconds, unless a setting says otherwise. */
export const SENDER_GRACE_SECONDS = { min: 0, max: 7 * 86_400, default: 0 } as const;

export interface SenderSecret {
  secret: string;
  /** Until when it proves, in milliseconds since the Unix epoch; `null` as long as the setting stands. */
  untilMs: number | null;
}

/** What a task demands of the callers of its trigger. */
export interface TriggerSender {
  scheme: SenderScheme;
  secrets: readonly SenderSecret[];
  /** The header that holds the secret, in lower case; of `shared_header` alone. */
  header: string | null;
  /** The header with the id of a delivery, in lower case; of `shared_header` alone. */
  deliveryIdHeader: string | null;
}

/** The secrets of a new setting: its own, and behind them those that were there before, for the grace. */
export function senderSecrets(
  given: readonly string[],
  former: readonly SenderSecret[],
  { nowMs, graceSeconds }: { nowMs: number; graceSeconds: number },
): SenderSecret[] {
  const until = nowMs + graceSeconds * 1_000;
  const own = given.map((secret): SenderSecret => ({ secret, untilMs: null }));
  const kept = former
    .filter(({ secret }) => !given.includes(secret))
    .map(({ secret, untilMs }) => ({ secret, untilMs: Math.min(untilMs ?? until, until) }))
    .filter(({ untilMs }) => untilMs > nowMs);
  return [...own, ...kept].slice(0, SENDER_SECRETS_KEPT_MAX);
}

/** What the base64 of the secret says, with `whsec_` before it or without; `null` if it is none. */
export function standardWebhookKey(secret: string): Buffer | null {
  const text = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret;
  const isBase64 = text.length % 4 === 0 && /^[0-9A-Za-z+/]+={0,2}$/.test(text);
  return isBase64 ? Buffer.from(text, 'base64') : null;
}

export interface CalledTrigger {
  /** A header by its name in lower case. */
  header: (name: string) => string | undefined;
  body: Buffer;
  nowMs: number;
}

export type SenderProof =
  | {
      isProven: true;
      /** Equal for deliveries that the sender says are one: 32 bytes; `null` if it names none. */
      deliveryKey: Buffer | null;
      /** What the provider asks for when an address is set up; it starts no run. */
      handshake: SenderHandshake | null;
    }
  | { isProven: false; reason: SenderRefusal };

/** The answer to it: Slack asks for its challenge, GitHub sends a ping. */
export type SenderHandshake = { challenge: string } | { status: 'pong' };

/** Signatures of one call that are looked at. Providers send two while a secret is being changed. */
const SIGNATURES_MAX = 16;
const CHALLENGE_CHARACTERS_MAX = 4_096;

/** Signatures are compared in constant time, over the raw bytes. */
export function proveSender(sender: TriggerSender, call: CalledTrigger): SenderProof {
  const secrets = sender.secrets
    .filter(({ untilMs }) => untilMs === null || untilMs > call.nowMs)
    .map(({ secret }) => secret);
  const scheme = SCHEMES[sender.scheme];
  const reason = scheme.refusal(call, secrets, sender);
  if (reason !== null) return { isProven: false, reason };
  return {
    isProven: true,
    deliveryKey: deliveryKey(sender.scheme, scheme.deliveryId(call, sender)),
    handshake: scheme.handshake?.(call) ?? null,
  };
}

interface Scheme {
  refusal(call: CalledTrigger, secrets: string[], sender: TriggerSender): SenderRefusal | null;
  deliveryId(call: CalledTrigger, sender: TriggerSender): unknown;
  handshake?(call: CalledTrigger): SenderHandshake | null;
}

const SCHEMES: Record<SenderScheme, Scheme> = {
  // https://docs.github.com/webhooks, "Validating webhook deliveries".
  github: {
    refusal({ header, body }, secrets) {
      const given = header('x-hub-signature-256');
      if (given === undefined) return 'signature_missing';
      const expected = secrets.map((secret) => `sha256=${hexHmac(secret, [body])}`);
      return oneMatches([given], expected);
    },
    deliveryId: ({ header }) => header('x-github-delivery'),
    handshake: ({ header }) => (header('x-github-event') === 'ping' ? { status: 'pong' } : null),
  },

  // https://docs.stripe.com/webhooks, "Verify webhook signatures manually". The key keeps its prefix.
  stripe: {
    refusal({ header, body, nowMs }, secrets) {
      const parts = (header('stripe-signature') ?? '').split(',').map((part) => part.trim());
      const timestamp = valuesOf(parts, 't=')[0];
      const given = valuesOf(parts, 'v1=');
      if (timestamp === undefined || given.length === 0) return 'signature_missing';
      if (!isRecent(timestamp, nowMs)) return 'timestamp_out_of_range';
      const expected = secrets.map((secret) => hexHmac(secret, [`${timestamp}.`, body]));
      return oneMatches(given, expected);
    },
    deliveryId: ({ body }) => objectOf(body)['id'],
  },

  // https://docs.slack.dev, "Verifying requests from Slack".
  slack: {
    refusal({ header, body, nowMs }, secrets) {
      const [given, timestamp] = [header('x-slack-signature'), header('x-slack-request-timestamp')];
      if (given === undefined || timestamp === undefined) return 'signature_missing';
      if (!isRecent(timestamp, nowMs)) return 'timestamp_out_of_range';
      const expected = secrets.map((secret) => `v0=${hexHmac(secret, [`v0:${timestamp}:`, body])}`);
      return oneMatches([given], expected);
    },
    deliveryId: ({ body }) => objectOf(body)['event_id'],
    handshake({ body }) {
      const { type, challenge } = objectOf(body);
      if (type !== 'url_verification' || typeof challenge !== 'string') return null;
      return challenge.length <= CHALLENGE_CHARACTERS_MAX ? { challenge } : null;
    },
  },

  // Standard Webhooks 1.0, "Verifying webhook authenticity".
  standard_webhooks: {
    refusal({ header, body, nowMs }, secrets) {
      const [id, timestamp] = [header('webhook-id'), header('webhook-timestamp')];
      const given = valuesOf((header('webhook-signature') ?? '').split(' '), 'v1,');
      if (id === undefined || timestamp === undefined || given.length === 0) return 'signature_missing';
      if (!isRecent(timestamp, nowMs)) return 'timestamp_out_of_range';
      const expected = secrets.flatMap((secret) => {
        const key = standardWebhookKey(secret);
        return key === null ? [] : [hmac(key, [`${id}.${timestamp}.`, body]).toString('base64')];
      });
      return oneMatches(given, expected);
    },
    deliveryId: ({ header }) => header('webhook-id'),
  },

  shared_header: {
    refusal({ header }, secrets, sender) {
      const given = sender.header === null ? undefined : header(sender.header);
      if (given === undefined) return 'signature_missing';
      return oneMatches([given], secrets);
    },
    deliveryId: ({ header }, { deliveryIdHeader: name }) => (name === null ? undefined : header(name)),
  },
};

/** Compares hashes, equally long, and all pairs, so that the time says nothing of the length. */
function oneMatches(given: string[], expected: string[]): SenderRefusal | null {
  const [ours, theirs] = [expected.map(sha256), given.map(sha256)];
  let isFound = false;
  for (const one of ours) for (const other of theirs) isFound = timingSafeEqual(one, other) || isFound;
  return isFound ? null : 'signature_wrong';
}

function valuesOf(parts: string[], prefix: string): string[] {
  const fitting = parts.filter((part) => part.startsWith(prefix)).slice(0, SIGNATURES_MAX);
  return fitting.map((part) => part.slice(prefix.length));
}

function isRecent(timestamp: string, nowMs: number): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(nowMs / 1_000 - Number(timestamp)) <= SIGNATURE_TOLERANCE_SECONDS;
}

/** The text before the hash is no JSON, so that no payload has the same one. */
function deliveryKey(scheme: SenderScheme, id: unknown): Buffer | null {
  return typeof id === 'string' && id !== '' ? sha256(`delivery id\0${scheme}\0${id}`) : null;
}

/** A body that is no object is refused later, for what it is. */
function objectOf(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(withoutByteOrderMark(body).toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function hexHmac(key: string, parts: (string | Buffer)[]): string {
  return hmac(key, parts).toString('hex');
}

function hmac(key: string | Buffer, parts: (string | Buffer)[]): Buffer {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(part);
  return mac.digest();
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
