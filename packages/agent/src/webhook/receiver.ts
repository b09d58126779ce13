import type { AgentEvent } from '../contract.js';
import { AgentError } from '../errors.js';
import type { AgentSettings } from '../options.js';
import { verifyDelivery } from './signature.js';
import type { Delivery } from './signature.js';

/** What a delivery is answered with. */
export interface DeliveryAnswer {
  status: number;
  /** Empty for 204. */
  detail: string;
  retryAfterSeconds?: number;
  /** Takes the event; to be called after the answer. Resolves when its handlers are done. */
  process: () => Promise<void>;
}

export interface ReceiverParts {
  take: (event: AgentEvent) => Promise<void>;
  isReady: () => boolean;
}

/** A delivery may have so many bytes; the service sends no more than a quarter of it. */
export const DELIVERY_BYTES_MAX = 8 * 1024 * 1024;

/** Decides about deliveries, whichever framework has brought them. */
export class DeliveryReceiver {
  readonly #settings: AgentSettings;
  readonly #parts: ReceiverParts;

  constructor(settings: AgentSettings, parts: ReceiverParts) {
    this.#settings = settings;
    this.#parts = parts;
  }

  async receive(delivery: Delivery): Promise<DeliveryAnswer> {
    const { signingSecrets, secret, log, now } = this.#settings;
    try {
      verifyDelivery(delivery, signingSecrets.length > 0 ? signingSecrets : [await secret()], now());
    } catch (error) {
      if (!(error instanceof AgentError)) throw error;
      log.warn(error.message);
      return refused(401, 'Unauthorized');
    }
    const event = eventIn(delivery.bytes);
    if (event === null) return refused(400, 'Not an event');
    // The service tries again, in half a minute at the earliest.
    if (!this.#parts.isReady()) return { ...refused(503, 'Busy'), retryAfterSeconds: 30 };
    return { status: 204, detail: '', process: () => this.#parts.take(event) };
  }

  /** A framework has parsed the body before it came here, and its bytes are gone. That is a mistake of this program, so it is told in full. */
  lostBody(advice: string): AgentError {
    const error = new AgentError(
      'body_consumed',
      `The body of a webhook delivery was parsed before its signature could be checked. ${advice}`,
    );
    this.#settings.log.error(error.message);
    return error;
  }
}

export function refused(status: number, detail: string): DeliveryAnswer {
  return { status, detail, process: async () => {} };
}

function eventIn(bytes: Uint8Array): AgentEvent | null {
  try {
    const event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as AgentEvent | null;
    return typeof event?.type === 'string' ? event : null;
  } catch {
    return null;
  }
}
