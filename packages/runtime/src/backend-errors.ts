import { causesOf, errorCodesOf } from '@svc/domain';

/** Codes of Node.js for a connection that could not be made or is broken. */
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * PostgreSQL's codes (appendix A of its manual) for a call that may succeed later: a failed connection (class 08), a server that takes no
 * writes at present (25006) or has ended an idle transaction (25P03), a deadlock or serialization failure (class 40), a full server (class
 * 53), a row or a statement that took too long (55P03, 57014), a server that stops, starts or recovers (57P0x).
 */
const DATABASE_CODE = /^(?:08[0-9A-Z]{3}|25006|25P03|40001|40P01|53[0-9A-Z]{3}|55P03|57014|57P0[1-5])$/;

/** Prisma's codes for a database that cannot be reached, for a connection or an answer that did not come in time, and for a deadlock. */
const PRISMA_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037']);

/** Messages of Prisma's driver adapter that come without a code. */
const ADAPTER_KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
]);

/** Messages of node-postgres that come without a code. */
const DATABASE_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed)/;

/**
 * Whether an error says that the database or another server behind us cannot do the work at present. The call itself is valid, and the
 * caller may try again later. Looks at the causes too.
 */
export function saysBackendIsAway(error: unknown): boolean {
  if (errorCodesOf(error).some(isPassing)) return true;
  return causesOf(error).some(
    ({ kind, message }) =>
      ADAPTER_KINDS.has(String(kind)) || (typeof message === 'string' && DATABASE_MESSAGE.test(message)),
  );
}

function isPassing(code: string): boolean {
  return CONNECTION_CODES.has(code) || PRISMA_CODES.has(code) || DATABASE_CODE.test(code);
}
