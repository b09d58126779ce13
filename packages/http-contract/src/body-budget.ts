import type { IncomingMessage, ServerResponse } from 'node:http';
import { Budget, ServiceError } from '@svc/domain';
import type { Share } from '@svc/domain';
import { streamedBody } from './streamed-body.js';
import type { BodyPace, StreamRules } from './streamed-body.js';

export interface BodyBounds {
  bodiesMax: number;
  /** Bytes that have arrived, of calls that are not answered yet. */
  bytesMax: number;
}

export interface BodyBudgetOptions extends BodyBounds {
  pace: BodyPace;
}

/** What one holder, such as an address or an account, may have at once. */
export interface BodyShare extends BodyBounds {
  key: string;
}

export interface ReadingRules {
  rules: BodyRules;
  shares: readonly BodyShare[];
}

export interface PassingRules {
  bytesMax: number;
  /** Bytes that the work holds at once. */
  bufferedMax: number;
  shares: readonly BodyShare[];
  /** How long nothing of it may come, in milliseconds. Default 10,000. */
  silenceMsMax?: number;
}

const SILENCE_MS_MAX = 10_000;

/**
 * Bounds what all bodies take, and what each holder takes. Only bytes that have arrived count, so an
 * announcement costs others nothing. A body that arrives too slowly is refused.
 */
export class BodyBudget {
  readonly #bodies: Budget;
  readonly #bytes: Budget;
  readonly #pace: BodyPace;

  constructor({ bodiesMax, bytesMax, pace }: BodyBudgetOptions) {
    this.#bodies = new Budget(bodiesMax);
    this.#bytes = new Budget(bytesMax);
    this.#pace = pace;
  }

  /**
   * Does the work with the body, or undefined if there is none. Its bytes count until the work has ended,
   * also if the caller cuts the connection.
   *
   * @throws ServiceError as {@link readBody}, and `request_timeout`; `rate_limited` if a holder has its
   *   share, `unavailable` if everything is taken. Rejects with what the work rejects with.
   */
  async use<Result>(
    request: IncomingMessage,
    response: ServerResponse,
    { rules, shares }: ReadingRules,
    work: (body: Buffer | undefined) => Promise<Result>,
  ): Promise<Result> {
    if (!hasBody(request)) return work(undefined);
    // The caller has gone. Nothing would come, and the body would count until the pace ends.
    if (request.destroyed) throw new ServiceError('malformed_json', { detail: 'The body broke off' });
    let arrivedBytes = 0;
    const onBytes = (count: number): ServiceError | null => {
      const refusal = this.#bytes.take(bytesOf(shares), count);
      if (refusal === null) arrivedBytes += count;
      return refusal;
    };
    try {
      const body = await this.#whileItComes(response, shares, () =>
        readBody(request, rules, { onBytes, pace: this.#pace }),
      );
      return await work(body);
    } finally {
      this.#bytes.release(bytesOf(shares), arrivedBytes);
    }
  }

  /** Only those bytes count that may be buffered at once. The work gets later refusals from the body. */
  async pass<Result>(
    request: IncomingMessage,
    response: ServerResponse,
    { bytesMax, bufferedMax, shares, silenceMsMax = SILENCE_MS_MAX }: PassingRules,
    work: (body: AsyncIterable<Buffer>) => Promise<Result>,
  ): Promise<Result> {
    const arrived = { bytes: 0, buffered: 0 };
    const onBytes = (count: number): ServiceError | null => {
      arrived.bytes += count;
      const more = Math.min(arrived.bytes, bufferedMax) - arrived.buffered;
      const refusal = more === 0 ? null : this.#bytes.take(bytesOf(shares), more);
      if (refusal === null) arrived.buffered += more;
      return refusal;
    };
    try {
      return await this.#whileItComes(response, shares, () =>
        work(streamedBody(request, { bytesMax, onBytes, silenceMsMax, pace: this.#pace })),
      );
    } finally {
      this.#bytes.release(bytesOf(shares), arrived.buffered);
    }
  }

  async #whileItComes<Result>(
    response: ServerResponse,
    shares: readonly BodyShare[],
    reading: () => Promise<Result>,
  ): Promise<Result> {
    const refusal = this.#bodies.take(countsOf(shares));
    if (refusal !== null) throw refusal;
    try {
      return await reading();
    } catch (error) {
      // The bytes that are still on their way will not be read.
      if (error instanceof ServiceError && error.code === 'request_timeout')
        response.setHeader('Connection', 'close');
      throw error;
    } finally {
      this.#bodies.release(countsOf(shares));
    }
  }
}

function countsOf(shares: readonly BodyShare[]): Share[] {
  return shares.map(({ key, bodiesMax }) => ({ key, max: bodiesMax }));
}

function bytesOf(shares: readonly BodyShare[]): Share[] {
  return shares.map(({ key, bytesMax }) => ({ key, max: bytesMax }));
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

export interface BodyRules {
  bytesMax: number;
  /** The body counts as JSON whatever its content type says. */
  anyContentType: boolean;
}

/** RFC 9112, section 6.3. */
function hasBody({ headers }: IncomingMessage): boolean {
  const announced = headers['content-length'];
  return announced === undefined ? headers['transfer-encoding'] !== undefined : Number(announced) !== 0;
}

/** @throws ServiceError `unsupported_media_type`, `too_large`; `malformed_json` if the caller breaks off. */
async function readBody(
  request: IncomingMessage,
  { bytesMax, anyContentType }: BodyRules,
  watch: Pick<StreamRules, 'onBytes' | 'pace'>,
): Promise<Buffer | undefined> {
  const { headers } = request;
  if (Number(headers['content-length'] ?? 0) > bytesMax) throw new ServiceError('too_large');
  // Once unpacked, a compressed body could be far larger than its limit.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new ServiceError('unsupported_media_type', { detail: 'Body must not be compressed' });
  }
  if (!anyContentType && !JSON_TYPE.test(headers['content-type'] ?? '')) {
    throw new ServiceError('unsupported_media_type');
  }
  const pieces: Buffer[] = [];
  for await (const piece of streamedBody(request, { ...watch, bytesMax })) pieces.push(piece);
  const [first, ...others] = pieces;
  return others.length === 0 ? first : Buffer.concat(pieces);
}
