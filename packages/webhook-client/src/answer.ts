import type { Readable } from 'node:stream';

/** How much of an answer's body is read, in bytes. Only the status matters. */
export const ANSWER_BYTES_MAX = 64 * 1024;

/** How much of the body is kept for the attempt log, in bytes. */
export const ANSWER_BYTES_KEPT = 2 * 1024;

/** Reads a bounded part of an answer's body and resolves with its beginning. Rejects if it breaks off or the signal aborts. */
export function readAnswer(body: Readable, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const kept: Buffer[] = [];
    const finish = (): void => resolve(keptText(Buffer.concat(kept)));
    const abort = (): void => {
      body.destroy();
      reject(new Error('The attempt was aborted'));
    };
    body.on('data', (chunk: Buffer) => {
      if (bytes < ANSWER_BYTES_KEPT) kept.push(chunk.subarray(0, ANSWER_BYTES_KEPT - bytes));
      bytes += chunk.length;
      if (bytes < ANSWER_BYTES_MAX) return;
      finish();
      body.destroy();
    });
    body.once('end', finish);
    // Not `once`: a stream may report a second error after the first, which nobody would catch.
    body.on('error', reject);
    body.once('close', () => {
      signal.removeEventListener('abort', abort);
      reject(new Error('The answer broke off'));
    });
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/** PostgreSQL's text holds every character but NUL. */
function keptText(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\u0000', '\uFFFD');
}

/**
 * The wait that a `Retry-After` header asks for, in milliseconds from now: seconds or an HTTP date (RFC 9110, section 10.2.3). `undefined`
 * if there is no header, the date is in the past, or the value is neither.
 */
export function parseRetryAfter(value: unknown, nowMs: number): number | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // An HTTP date begins with the name of the day; Date.parse would also accept many other texts.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return undefined;
  const waitMs = Date.parse(text) - nowMs;
  return waitMs > 0 ? waitMs : undefined;
}
