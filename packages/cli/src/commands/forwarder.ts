import { newId, standardWebhookSignature, webhookSignature } from '@svc/domain';
import { serviceUrl } from '../settings/service.js';
import { cleanLine } from '../terminal/clean-text.js';

/** An event on its way to a program on this machine. */
export interface ForwardedEvent {
  eventId: string;
  event: { type: string };
}

/** What came of a forwarded event. */
export interface Forwarded {
  status: number | null;
  error: string | null;
  duration_ms: number;
}

/** As long as the service waits for a webhook, in milliseconds. */
const ANSWER_MS_MAX = 30_000;

/** Sends events as the service's webhook deliveries are sent: the same body, headers and signatures, by one attempt without retries. */
export class Forwarder {
  readonly #url: string;
  readonly #secret: string;

  /** @throws CliError `usage` if the address is none. */
  constructor({ url, secret }: { url: string; secret: string }) {
    serviceUrl(url.replace(/\?.*$/, ''));
    this.#url = url;
    this.#secret = secret;
  }

  async send({ eventId, event }: ForwardedEvent, signal: AbortSignal): Promise<Forwarded> {
    const beganMs = performance.now();
    const body = JSON.stringify(event);
    const duration = (): number => Math.round(performance.now() - beganMs);
    try {
      const response = await fetch(this.#url, {
        ...{ method: 'POST', body, redirect: 'manual', headers: this.#headers(eventId, body) },
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS_MAX)]),
      });
      await response.body?.cancel();
      return { status: response.status, error: null, duration_ms: duration() };
    } catch (thrown) {
      signal.throwIfAborted();
      const { cause, message } = thrown as Error;
      const reason = cause instanceof Error && cause.message !== '' ? cause.message : message;
      return { status: null, error: cleanLine(reason), duration_ms: duration() };
    }
  }

  /** See `webhook-headers.ts` of the webhook client: the same, made for a receiver that knows no difference. */
  #headers(eventId: string, body: string): Record<string, string> {
    const timestamp = Math.floor(Date.now() / 1_000);
    const secret = this.#secret;
    return {
      'content-type': 'application/json',
      'user-agent': 'svc-listen/1',
      'x-svc-event-id': eventId,
      'x-svc-delivery-id': newId('delivery'),
      'x-svc-timestamp': String(timestamp),
      'x-svc-retry-num': '0',
      'x-svc-retry-reason': 'first_attempt',
      'x-svc-signature': webhookSignature({ secret, timestamp, body }),
      'webhook-id': eventId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': standardWebhookSignature({ secret, id: eventId, timestamp, body }),
    };
  }
}
