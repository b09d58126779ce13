import { standardWebhookSignature, webhookSignature } from '@svc/domain';
import type { RetryReason } from '@svc/domain';

export interface SignedDelivery {
  eventId: string;
  deliveryId: string;
  retryNum: number;
  retryReason: RetryReason;
  /** Unix time of the attempt, in seconds. */
  timestamp: number;
  secret: string;
  body: Buffer;
}

/**
 * The headers of one attempt: those of the specification ("Webhook delivery headers", "Outbound webhook signing"), and the three of
 * Standard Webhooks 1.0 for receivers that use one of its libraries.
 */
export function webhookHeaders(delivery: SignedDelivery): Record<string, string> {
  const { eventId, timestamp, secret, body } = delivery;
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'agent-service-webhook/1',
    Accept: '*/*',
    // The answer is stored as it comes. A compressed answer would be of no use, and a small one could unpack to a huge one.
    'Accept-Encoding': 'identity',
    'X-Svc-Event-Id': eventId,
    'X-Svc-Delivery-Id': delivery.deliveryId,
    'X-Svc-Timestamp': String(timestamp),
    'X-Svc-Retry-Num': String(delivery.retryNum),
    'X-Svc-Retry-Reason': delivery.retryReason,
    'X-Svc-Signature': webhookSignature({ secret, timestamp, body }),
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standardWebhookSignature({ secret, id: eventId, timestamp, body }),
  };
}
