import type { IncomingMessage } from 'node:http';
import { ServiceError } from '@svc/domain';

/** How long nothing of a body may come, in milliseconds, unless something else is said. */
const SILENCE_MS_MAX = 10_000;

export interface StreamRules {
  bytesMax: number;
  /** Called with the count of each piece that arrives. Returns why the body is refused, or `null`. */
  onBytes: (count: number) => ServiceError | null;
  /** How long nothing of it may come, in milliseconds. Default 10,000. */
  silenceMsMax?: number | undefined;
  /** Rejects as soon as the body is too slow altogether. */
  tooSlow: Promise<never>;
}

/**
 * The bytes of a request's body while they come. Nothing is read before the reader asks for the next piece.
 *
 * @throws ServiceError `too_large`, `request_timeout`, `malformed_json` if the caller breaks off, and what `onBytes` returns.
 */
export async function* streamedBody(
  request: IncomingMessage,
  { bytesMax, onBytes, silenceMsMax = SILENCE_MS_MAX, tooSlow }: StreamRules,
): AsyncGenerator<Buffer> {
  // An iteration would destroy the socket when the body is refused, and the answer with it.
  const pieces = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  const pace = new Pace(tooSlow);
  let isAsking = false;
  try {
    for (let bytes = 0; ;) {
      isAsking = true;
      const piece = await pace.kept(spoken(pieces.next().catch(brokenOff), silenceMsMax));
      isAsking = false;
      if (piece.done === true) {
        if (!request.complete) brokenOff();
        return;
      }
      bytes += piece.value.length;
      if (bytes > bytesMax) throw new ServiceError('too_large');
      const refusal = onBytes(piece.value.length);
      if (refusal !== null) throw refusal;
      yield piece.value;
    }
  } finally {
    // The rest is read and thrown away, so that the caller gets to read the answer. Of a caller who is too slow nothing is awaited.
    if (!isAsking) {
      await pieces.return?.();
      request.resume();
    }
  }
}

/** Awaits piece by piece. If each were raced with the one promise that a body is too slow, this promise would hold all pieces until the body ends. */
class Pace {
  #giveUp: (reason: Error) => void = () => {};
  #end: Error | null = null;

  constructor(tooSlow: Promise<never>) {
    tooSlow.catch((reason: Error) => {
      this.#end = reason;
      this.#giveUp(reason);
    });
  }

  /** Rejects as soon as the body is too slow. */
  kept<Value>(awaited: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#giveUp = reject;
      if (this.#end !== null) reject(this.#end);
      awaited.then(resolve, reject);
    });
  }
}

/** Rejects if the promise takes longer than a caller may be silent. */
async function spoken<Value>(promise: Promise<Value>, silenceMsMax: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const silent = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ServiceError('request_timeout')), silenceMsMax);
  });
  try {
    return await Promise.race([promise, silent]);
  } finally {
    clearTimeout(timer);
  }
}

function brokenOff(cause?: unknown): never {
  throw new ServiceError('malformed_json', { detail: 'The body broke off', cause });
}
