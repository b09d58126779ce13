import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections and to `listen(0)` (Linux from 32768, others from 49152). */
const PORTS = { first: 20_000, count: 10_000 };
const TRIES_MAX = 100;
/** Ports that are remembered; whoever has not begun to use one after so many others never will. */
const GIVEN_MAX = 1_000;

/** What this process has been given already and may not have begun to use. */
const given = new Set<number>();

export interface FreePortOptions {
  /** The address on which it has to be free. Default: all of the machine's. */
  host?: string;
  /** From 0 to 1. Default `Math.random`. */
  random?: () => number;
}

/**
 * A port that nobody listens on, for something that is started later. Meanwhile only another call of this kind could take it, for which
 * the choice is random: no connection and no `listen(0)` of another program gets a port from this range.
 */
export async function freePort({ host, random = Math.random }: FreePortOptions = {}): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const port = PORTS.first + Math.floor(random() * PORTS.count);
    if (given.has(port) || !(await isFree(port, host))) continue;
    remember(port);
    return port;
  }
  throw new Error(`None of ${TRIES_MAX} ports from ${PORTS.first} on was free`);
}

function remember(port: number): void {
  given.add(port);
  const [oldest] = given;
  if (given.size > GIVEN_MAX && oldest !== undefined) given.delete(oldest);
}

async function isFree(port: number, host: string | undefined): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen({ port, host }), 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
