/** Codes of Node.js for a connection that could not be made or has broken. */
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
]);

/** PostgreSQL's codes for a server that is stopping, starting or full, and its class of connection failures (appendix A of its manual). */
const DATABASE_CODE = /^(?:57P0[1-5]|53300|08[0-9A-Z]{3})$/;

/** Prisma's codes for a database that cannot be reached, and for a connection that did not come in time. */
const PRISMA_CODES = new Set(['P1001', 'P1002', 'P1017', 'P2024']);

/** What node-postgres says without a code. */
const DATABASE_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout)/;

const CAUSES_MAX = 8;

/**
 * Whether an error says that the database or another server behind us cannot be reached: the caller may try again later, and
 * nothing is wrong with the call. Looks at the causes too.
 */
export function saysBackendIsAway(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < CAUSES_MAX && typeof current === 'object' && current !== null; depth += 1) {
    const { code, originalCode, message, kind, cause } = current as Record<string, unknown>;
    if ([code, originalCode].some((value) => typeof value === 'string' && isConnectionCode(value)))
      return true;
    if (kind === 'DatabaseNotReachable' || kind === 'ConnectionClosed') return true;
    if (typeof message === 'string' && DATABASE_MESSAGE.test(message)) return true;
    current = cause;
  }
  return false;
}

function isConnectionCode(code: string): boolean {
  return CONNECTION_CODES.has(code) || PRISMA_CODES.has(code) || DATABASE_CODE.test(code);
}
