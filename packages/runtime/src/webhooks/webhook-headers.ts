import { standardWebhookSignature, webhookSignature } from '@svc/domain';
import type { RetryReason } from '@svc/domain';

export interface SignedDelivery {
  eventId: string;
  /** Its number among the agent's events, and when it was written; a test of the webhook has neither. */
  seq?: number;
  createdAt?: Date;
  deliveryId: string;
  retryNum: number;
  retryReason: RetryReason;
  /** Unix time of the attempt, in seconds. */
  timestamp: number;
  /** What signs: the agent's signing secret, or its secret where it has none. */
  secret: string;
  /** What signed before, while a rotation's grace lasts; `null` otherwise. */
  previousSecret: string | null;
  body: Buffer;
}

/** The specification's ("Webhook delivery headers", "Outbound webhook signing"), and Standard Webhooks'. */
export function webhookHeaders(delivery: SignedDelivery): Record<string, string> {
  const { eventId, seq, createdAt, timestamp, secret, previousSecret, body } = delivery;
  const standard = (key: string): string =>
    standardWebhookSignature({ secret: key, id: eventId, timestamp, body });
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'agent-service-webhook/1',
    Accept: '*/*',
    // The answer is stored as it comes, and a small one could unpack to a huge one.
    'Accept-Encoding': 'identity',
    'X-Svc-Event-Id': eventId,
    ...(seq !== undefined && { 'X-Svc-Event-Seq': String(seq) }),
    ...(createdAt !== undefined && { 'X-Svc-Event-Created-At': createdAt.toISOString() }),
    'X-Svc-Delivery-Id': delivery.deliveryId,
    'X-Svc-Timestamp': String(timestamp),
    'X-Svc-Retry-Num': String(delivery.retryNum),
    'X-Svc-Retry-Reason': delivery.retryReason,
    'X-Svc-Signature': webhookSignature({ secret, timestamp, body }),
    ...(previousSecret !== null && {
      'X-Svc-Signature-Previous': webhookSignature({ secret: previousSecret, timestamp, body }),
    }),
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    // The standard lists signatures with a space between them, the newest first.
    'webhook-signature': [secret, ...(previousSecret === null ? [] : [previousSecret])]
      .map(standard)
      .join(' '),
  };
}
