import type { IncomingMessage, ServerResponse } from 'node:http';
import { Budget, ServiceError } from '@svc/domain';

export interface BodyBounds {
  bodiesMax: number;
  /** Bytes that have arrived, of calls that are not answered yet. */
  bytesMax: number;
}

export interface BodyBudgetOptions extends BodyBounds {
  pace: BodyPace;
}

/** How fast a body has to come as a whole. */
export interface BodyPace {
  graceMs: number;
  /** For each second after the grace. */
  bytesPerSecondMin: number;
  /** How long nothing of it may come, in milliseconds. Default: as long as the pace allows. */
  silenceMsMax?: number;
}

/** What one holder, such as an address or an account, may have at once. */
export interface BodyShare extends BodyBounds {
  key: string;
}

export interface BodyRules {
  bytesMax: number;
  shares: readonly BodyShare[];
}

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
   * @throws ServiceError `unsupported_media_type`, `too_large`, `request_timeout`; `malformed_json` if the
   *   caller breaks off; `rate_limited` if a holder has its share, `unavailable` if everything is taken.
   *   Rejects with what the work rejects with.
   */
  use<Result>(
    request: IncomingMessage,
    response: ServerResponse,
    rules: BodyRules,
    work: (body: Buffer | undefined) => Promise<Result>,
  ): Promise<Result> {
    if (!hasBody(request)) return work(undefined);
    return this.pass(request, response, { ...rules, bufferedMax: rules.bytesMax }, async (body) => {
      const pieces: Buffer[] = [];
      for await (const piece of body) pieces.push(piece);
      const [first, ...others] = pieces;
      return work(others.length === 0 ? first : Buffer.concat(pieces));
    });
  }

  /**
   * The work reads the body while it comes, and gets later refusals from it. Only those bytes count that the
   * work may hold at once, `bufferedMax`.
   */
  async pass<Result>(
    request: IncomingMessage,
    response: ServerResponse,
    { bytesMax, shares, bufferedMax }: BodyRules & { bufferedMax: number },
    work: (body: AsyncIterable<Buffer>) => Promise<Result>,
  ): Promise<Result> {
    assertPossible(request, bytesMax);
    const counts = shares.map(({ key, bodiesMax: max }) => ({ key, max }));
    const bytes = shares.map(({ key, bytesMax: max }) => ({ key, max }));
    const refusal = this.#bodies.take(counts);
    if (refusal !== null) throw refusal;
    let isComing = true;
    const onEnd = (): void => {
      if (isComing) this.#bodies.release(counts);
      isComing = false;
    };
    let [arrivedBytes, bufferedBytes, isOver] = [0, 0, false];
    const onBytes = (count: number): void => {
      if (isOver) brokenOff();
      arrivedBytes += count;
      if (arrivedBytes > bytesMax) throw new ServiceError('too_large');
      const more = Math.min(arrivedBytes, bufferedMax) - bufferedBytes;
      const refusal = more === 0 ? null : this.#bytes.take(bytes, more);
      if (refusal !== null) throw refusal;
      bufferedBytes += more;
    };
    try {
      return await work(piecesOf(request, this.#pace, { onBytes, onEnd }));
    } catch (error) {
      // The bytes that are still on their way will not be read.
      if (error instanceof ServiceError && error.code === 'request_timeout')
        response.setHeader('Connection', 'close');
      throw error;
    } finally {
      isOver = true;
      onEnd();
      this.#bytes.release(bytes, bufferedBytes);
    }
  }
}

/** RFC 9112, section 6.3. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const announced = headers['content-length'];
  return announced === undefined ? headers['transfer-encoding'] !== undefined : Number(announced) !== 0;
}

function assertPossible(request: IncomingMessage, bytesMax: number): void {
  const { headers } = request;
  if (Number(headers['content-length'] ?? 0) > bytesMax) throw new ServiceError('too_large');
  // Once unpacked, a compressed body could be far larger than its limit.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new ServiceError('unsupported_media_type', { detail: 'Body must not be compressed' });
  // The caller has gone. Nothing would come, and the body would count until the pace ends.
  if (request.destroyed) brokenOff();
}

interface BodyWatch {
  /** Gets the count of each piece. Throws to refuse the body. */
  onBytes: (count: number) => void;
  onEnd: () => void;
}

/** Reads nothing ahead. */
async function* piecesOf(
  request: IncomingMessage,
  { graceMs, bytesPerSecondMin, silenceMsMax = Infinity }: BodyPace,
  { onBytes, onEnd }: BodyWatch,
): AsyncGenerator<Buffer> {
  const startedMs = performance.now();
  // An iteration would destroy the socket when the body is refused, and the answer with it.
  const pieces = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let isAsking = false;
  try {
    for (let bytes = 0; ;) {
      isAsking = true;
      const leftMs = startedMs + graceMs + (bytes / bytesPerSecondMin) * 1_000 - performance.now();
      const piece = await within(pieces.next().catch(brokenOff), Math.max(0, Math.min(leftMs, silenceMsMax)));
      isAsking = false;
      if (piece.done === true) {
        if (!request.complete) brokenOff();
        return;
      }
      bytes += piece.value.length;
      onBytes(piece.value.length);
      yield piece.value;
    }
  } finally {
    onEnd();
    // Thrown away, so that the caller gets to read the answer. Of one who is too slow nothing is awaited.
    if (!isAsking) {
      await pieces.return?.();
      request.resume();
    }
  }
}

async function within<Value>(promise: Promise<Value>, waitMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ServiceError('request_timeout')), waitMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function brokenOff(cause?: unknown): never {
  throw new ServiceError('malformed_json', { detail: 'The body broke off', cause });
}
