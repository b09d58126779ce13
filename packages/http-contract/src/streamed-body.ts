import type { IncomingMessage } from 'node:http';
import { ServiceError } from '@svc/domain';

/** How long nothing of a body may come, in milliseconds. */
const SILENCE_MS_MAX = 10_000;

export interface StreamRules {
  bytesMax: number;
  /** Called with the count of each piece that arrives. Returns why the body is refused, or `null`. */
  onBytes: (count: number) => ServiceError | null;
  /** Rejects as soon as the body is too slow altogether. */
  tooSlow: Promise<never>;
}

/**
 * The bytes of a request's body while they come. Nothing is read ahead of whoever asks for the next piece.
 *
 * @throws ServiceError `too_large`, `request_timeout`, `malformed_json` if the caller breaks off, and what `onBytes` returns.
 */
export async function* streamedBody(
  request: IncomingMessage,
  { bytesMax, onBytes, tooSlow }: StreamRules,
): AsyncGenerator<Buffer> {
  // An iteration would destroy the socket when the body is refused, and the answer with it.
  const pieces = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let isAsking = false;
  try {
    for (let bytes = 0; ;) {
      isAsking = true;
      const piece = await Promise.race([spoken(pieces.next().catch(brokenOff)), tooSlow]);
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

/** Rejects if the promise takes longer than a caller may be silent. */
async function spoken<Value>(promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const silent = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ServiceError('request_timeout')), SILENCE_MS_MAX);
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
