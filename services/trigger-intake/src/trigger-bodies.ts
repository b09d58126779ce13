import type { IncomingMessage, ServerResponse } from 'node:http';
import { isUtf8 } from 'node:buffer';
import { PAYLOAD_BYTES_MAX, ServiceError } from '@svc/domain';
import { readBody } from '@svc/http-contract';

export interface TriggerBodiesOptions {
  /** How long a body may take to arrive, in milliseconds. Default 10,000. */
  arrivalMsMax?: number;
  /** Bytes of all bodies that are held at once. Default 64 MiB. */
  heldBytesMax?: number;
}

/** Reads bodies once, with bounds on their size, their time, and the memory of all of them together. */
export class TriggerBodies {
  readonly #arrivalMsMax: number;
  readonly #heldBytesMax: number;
  #heldBytes = 0;

  constructor(options: TriggerBodiesOptions = {}) {
    this.#arrivalMsMax = options.arrivalMsMax ?? 10_000;
    this.#heldBytesMax = options.heldBytesMax ?? 64 * 1024 * 1024;
  }

  /**
   * The bytes of the body. They count against the bound until the answer is sent. Any content type is accepted: if the body is no JSON, it
   * is refused later. A compressed body is refused, since it could unpack to more than the bound.
   *
   * @throws ServiceError `too_large`, `unsupported_media_type`, `request_timeout`, `unavailable`; `malformed_json` if the caller breaks
   *   off.
   */
  async read(request: IncomingMessage, response: ServerResponse): Promise<Buffer> {
    this.#hold(request, response);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        // The bytes that are still on their way will not be read.
        response.setHeader('Connection', 'close');
        reject(new ServiceError('request_timeout'));
      }, this.#arrivalMsMax);
    });
    try {
      const body = readBody(request, { bytesMax: PAYLOAD_BYTES_MAX, anyContentType: true });
      return (await Promise.race([body, late])) ?? Buffer.alloc(0);
    } finally {
      clearTimeout(timer);
    }
  }

  #hold(request: IncomingMessage, response: ServerResponse): void {
    const announced = request.headers['content-length'];
    const isUnannounced = announced === undefined && request.headers['transfer-encoding'] !== undefined;
    const bytes = isUnannounced ? PAYLOAD_BYTES_MAX : Math.min(Number(announced ?? 0), PAYLOAD_BYTES_MAX);
    if (this.#heldBytes + bytes > this.#heldBytesMax) {
      throw new ServiceError('unavailable', { detail: 'Too many requests at once', retryAfterSeconds: 1 });
    }
    this.#heldBytes += bytes;
    response.once('close', () => (this.#heldBytes -= bytes));
  }
}

/**
 * @throws ServiceError `malformed_json` if the body is not UTF-8.
 */
export function textOf(body: Buffer): string {
  if (!isUtf8(body)) throw new ServiceError('malformed_json');
  return body.toString('utf8');
}
