import type { Readable } from 'node:stream';

/** How much of an answer's body is read, for the attempt log, in bytes. */
const BODY_BYTES_MAX = 2 * 1024;

/** How long it is read, in milliseconds. */
const BODY_MS_MAX = 2_000;

/** The beginning of an answer's body, or as much of it as has come when it stalls or breaks off. Never rejects. */
export async function readAnswer(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Not only while it is read: a stream may report an error later, which nobody would catch.
  body.on('error', () => {});
  const late = setTimeout(() => body.destroy(), BODY_MS_MAX);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > BODY_BYTES_MAX) break;
    }
  } catch {
    // Its status has told all that matters.
  } finally {
    clearTimeout(late);
  }
  return keptText(Buffer.concat(chunks).subarray(0, BODY_BYTES_MAX));
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
