/** Deep enough for every driver in use, and a bound for errors that cause each other. */
const CAUSES_MAX = 8;

/**
 * An error, then its causes, outermost first. When a statement fails, Prisma puts the database's error into `meta`; it counts as a cause,
 * because Prisma's own code only says that the database refused.
 */
export function causesOf(error: unknown): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  let current = error;
  while (found.length < CAUSES_MAX && typeof current === 'object' && current !== null) {
    const record = current as Record<string, unknown>;
    found.push(record);
    current =
      record['cause'] ?? (record['meta'] as Record<string, unknown> | undefined)?.['driverAdapterError'];
  }
  return found;
}

/** All codes that an error and its causes carry: PostgreSQL's, Prisma's, those of Node.js. */
export function errorCodesOf(error: unknown): string[] {
  return causesOf(error)
    .flatMap(({ code, originalCode }) => [code, originalCode])
    .filter((code) => typeof code === 'string');
}
