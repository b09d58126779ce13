/** How callers of a trigger URL prove that they are its sender. */
export const SENDER_SCHEMES = ['github', 'stripe', 'slack', 'standard_webhooks', 'shared_header'] as const;
export type SenderScheme = (typeof SENDER_SCHEMES)[number];

/** Why a call proves no sender. Its caller is not told. */
export type SenderRefusal = 'signature_missing' | 'signature_wrong' | 'timestamp_out_of_range';

/** Secrets that a setting gives. Former ones may stay beside them for a while. */
export const SENDER_SECRETS_MAX = 4;

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
  /** The header that holds the id of a delivery, in lower case; of `shared_header` alone, which has none of its own. */
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

/** The key of a signature of Standard Webhooks: what the base64 of the secret says, with `whsec_` before it or without. `null` if it is none. */
export function standardWebhookKey(secret: string): Buffer | null {
  const text = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret;
  const isBase64 = text.length % 4 === 0 && /^[0-9A-Za-z+/]+={0,2}$/.test(text);
  return isBase64 ? Buffer.from(text, 'base64') : null;
}
