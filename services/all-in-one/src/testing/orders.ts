/** What the program that tests an agent sends to a service, as one line of JSON each. */
export type TestOrder =
  | {
      order: 'start';
      /** The address under which the agent reaches the service. */
      public_url: string;
      /** A PostgreSQL whose user may create databases; `null` to start one. */
      database: string | null;
      /** What the clock says at first, in milliseconds since the Unix epoch; `null` for the machine's time. */
      clock_ms: number | null;
      /** How long the clock waits for one thing, in milliseconds. */
      patience_ms: number;
      /** Further settings, as environment variables. */
      settings: Record<string, string>;
    }
  | { order: 'advance'; duration_ms: number }
  | { order: 'stop' };

/** Longer than any order, in characters. */
const ORDER_LENGTH_MAX = 100_000;

/**
 * The order of a line.
 *
 * @throws if the line is none.
 */
export function orderIn(line: string): TestOrder & { id: number } {
  const order: unknown = line.length > ORDER_LENGTH_MAX ? null : JSON.parse(line);
  if (!isRecord(order) || typeof order['id'] !== 'number' || !isOrder(order))
    throw new Error(`This is no order: ${line.slice(0, 200)}`);
  return order as unknown as TestOrder & { id: number };
}

function isOrder(order: Record<string, unknown>): boolean {
  switch (order['order']) {
    case 'start':
      return (
        typeof order['public_url'] === 'string' &&
        isOrNull(order['database'], 'string') &&
        isOrNull(order['clock_ms'], 'number') &&
        typeof order['patience_ms'] === 'number' &&
        isRecord(order['settings']) &&
        Object.values(order['settings']).every((value) => typeof value === 'string')
      );
    case 'advance':
      return typeof order['duration_ms'] === 'number';
    case 'stop':
      return true;
    default:
      return false;
  }
}

function isOrNull(value: unknown, type: 'string' | 'number'): boolean {
  return value === null || typeof value === type;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
