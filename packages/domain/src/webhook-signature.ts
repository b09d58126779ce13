import { createHmac, timingSafeEqual } from 'node:crypto';

/** A receiver should refuse a timestamp further than this from its own clock, in seconds. */
export const SIGNATURE_TOLERANCE_SECONDS = 300;

/**
 * The value of `X-Svc-Signature`: `sha256=` and the hex HMAC-SHA256, keyed with the agent secret, over
 * `<timestamp>.<raw body>` (specification, "Outbound webhook signing").
 */
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
 * The `webhook-signature` header of Standard Webhooks 1.0: `v1,` and the base64 HMAC-SHA256 over
 * `<id>.<timestamp>.<raw body>`. The key is the UTF-8 bytes of the agent secret.
 */
export function standardWebhookSignature(signed: {
  secret: string;
  id: string;
  timestamp: number;
  body: Buffer | string;
}): string {
  const mac = createHmac('sha256', signed.secret);
  return 'v1,' + mac.update(`${signed.id}.${signed.timestamp}.`).update(signed.body).digest('base64');
}

/** Whether `signature` is the right one for the body, compared in constant time. */
export function verifyWebhookSignature(
  signature: string,
  signed: { secret: string; timestamp: number; body: Buffer | string },
): boolean {
  const expected = Buffer.from(webhookSignature(signed));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
