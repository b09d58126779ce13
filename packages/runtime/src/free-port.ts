import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports of outgoing connections and `listen(0)` (Linux from 32768, others from 49152). */
const PORTS = { first: 20_000, count: 10_000 };
const TRIES_MAX = 100;

export interface FreePortOptions {
  /** The address on which the port has to be free. Default: all addresses of the machine. */
  host?: string;
  /** From 0 to 1. Default `Math.random`. */
  random?: () => number;
}

export interface ReservedPort {
  port: number;
  release(): void;
}

/** No process gets it by this module, nor a connection or `listen(0)`, until it is released. */
export async function reservePort({
  host,
  random = Math.random,
}: FreePortOptions = {}): Promise<ReservedPort> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const port = PORTS.first + Math.floor(random() * PORTS.count);
    // Marked before the look, which listens on it and would be in the way of a holder that starts just now.
    const mark = await takeMark(port);
    if (mark === null) continue;
    if (await isFree(port, host)) return { port, release: () => void mark.close() };
    mark.close();
  }
  throw new Error(`None of ${TRIES_MAX} ports from ${PORTS.first} on was free`);
}

/** The same, until this process ends. */
export async function freePort(options: FreePortOptions = {}): Promise<number> {
  return (await reservePort(options)).port;
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

/** The UDP port of its number: one process has it at a time, and the system takes it back. */
async function takeMark(port: number): Promise<Socket | null> {
  const mark = createSocket('udp4');
  try {
    mark.bind({ port, address: '127.0.0.1', exclusive: true });
    await once(mark, 'listening');
    return mark.unref();
  } catch {
    mark.close();
    return null;
  }
}
