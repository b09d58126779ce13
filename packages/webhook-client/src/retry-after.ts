/**
 * What a `Retry-After` header asks for, in milliseconds from now: seconds or an HTTP date (RFC 9110, section 10.2.3). `undefined` if it
 * asks for nothing, lies in the past or is neither.
 */
export function parseRetryAfter(value: unknown, nowMs: number): number | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // An HTTP date begins with the name of the day; Date.parse would also take much else.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return undefined;
  const waitMs = Date.parse(text) - nowMs;
  return waitMs > 0 ? waitMs : undefined;
}
