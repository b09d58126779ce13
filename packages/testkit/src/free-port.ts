import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections and to `listen(0)` (Linux from 32768, others from 49152). */
const PORTS = { first: 20_000, count: 10_000 };
const TRIES_MAX = 100;

/** What this process has been given already and may not have begun to use. */
const given = new Set<number>();

/**
 * A port that nobody listens on, for something that is started later. Meanwhile only another call of this kind could take it, for which
 * the choice is random: no connection and no `listen(0)` of another suite gets a port from this range.
 */
export async function freePort(random: () => number = Math.random): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const port = PORTS.first + Math.floor(random() * PORTS.count);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error(`None of ${TRIES_MAX} ports from ${PORTS.first} on was free`);
}

/** On all addresses, for it may be used on any. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port), 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
