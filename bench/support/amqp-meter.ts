import { messageReader } from './wire-meter.js';
import type { MeteredProtocol, Reader } from './wire-meter.js';

export interface AmqpTotals {
  /** Messages that services have sent to the broker, and the broker to services. */
  published: number;
  delivered: number;
  /** Of both directions, with everything that the protocol adds. */
  bytes: number;
}

/** `AMQP` and the version, which a client sends before its first frame. */
const GREETING_BYTES = 8;
const METHOD_FRAME = 1;
/** Type, channel, size and the mark of the end (AMQP 0-9-1, section 4.2.3). */
const FRAME = { headBytes: 7, endBytes: 1 };
/** Class and method as one number: `basic.publish` and `basic.deliver`. */
const [PUBLISH, DELIVER] = [(60 << 16) | 40, (60 << 16) | 60];

/** Counts messages and bytes of AMQP 0-9-1. */
export class AmqpMeter implements MeteredProtocol {
  readonly totals: AmqpTotals = { published: 0, delivered: 0, bytes: 0 };

  connected(): { fromClient: Reader; fromServer: Reader } {
    const published = this.#methods(PUBLISH, 'published');
    let greeting = GREETING_BYTES;
    return {
      fromClient: (chunk) => {
        this.totals.bytes += chunk.length;
        const skipped = Math.min(greeting, chunk.length);
        greeting -= skipped;
        published(chunk.subarray(skipped));
      },
      fromServer: this.#counting(this.#methods(DELIVER, 'delivered')),
    };
  }

  #counting(read: Reader): Reader {
    return (chunk) => {
      this.totals.bytes += chunk.length;
      read(chunk);
    };
  }

  #methods(method: number, total: 'published' | 'delivered'): Reader {
    return messageReader({
      headBytes: FRAME.headBytes,
      peekBytes: FRAME.headBytes + 4,
      lengthOf: (head) => FRAME.headBytes + head.readUInt32BE(3) + FRAME.endBytes,
      seen: (frame) => {
        const isMethod = frame[0] === METHOD_FRAME && frame.length >= FRAME.headBytes + 4;
        if (isMethod && frame.readUInt32BE(FRAME.headBytes) === method) this.totals[total] += 1;
      },
    });
  }
}
