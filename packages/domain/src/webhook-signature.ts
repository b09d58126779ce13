import { createHmac } from 'node:crypto';
import { SIGNING_SECRET_PREFIX } from './ids.js';

/** A receiver should refuse a timestamp further than this from its own clock, in seconds. */
export const SIGNATURE_TOLERANCE_SECONDS = 300;

/** How long the former signing secret signs as well. */
export const SIGNING_GRACE_SECONDS = { min: 0, max: 7 * 86_400, default: 86_400 } as const;

/** Keyed with the UTF-8 bytes of the secret as it was shown (specification, "Outbound webhook signing"). */
export function webhookSignature(signed: {
  secret: string;
  timestamp: number;
  body: Buffer | string;
}): string {
  return (
    'sha256=' +
    createHmac('sha256', signed.secret).update(`${signed.timestamp}.`).update(signed.body).digest('hex')
  );
}

/**
 * The `webhook-signature` header of Standard Webhooks 1.0. The key of a signing secret, `whsec_…`, is what
 * its base64 says, as the libraries expect; the key of an agent's secret is its UTF-8 bytes.
 */
export function standardWebhookSignature(signed: {
  secret: string;
  id: string;
  timestamp: number;
  body: Buffer | string;
}): string {
  const { secret } = signed;
  const key = secret.startsWith(SIGNING_SECRET_PREFIX)
    ? Buffer.from(secret.slice(SIGNING_SECRET_PREFIX.length), 'base64')
    : secret;
  const mac = createHmac('sha256', key);
  return 'v1,' + mac.update(`${signed.id}.${signed.timestamp}.`).update(signed.body).digest('base64');
}
