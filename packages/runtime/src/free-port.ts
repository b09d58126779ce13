import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections and to `listen(0)` (Linux from 32768, others from 49152). */
const PORTS = { first: 20_000, count: 10_000 };
const TRIES_MAX = 100;
/** How many ports are remembered. A program that has not taken its port after so many other calls never will. */
const GIVEN_MAX = 1_000;

/** Ports that this process was given and may not use yet. */
const given = new Set<number>();

export interface FreePortOptions {
  /** The address on which the port has to be free. Default: all addresses of the machine. */
  host?: string;
  /** From 0 to 1. Default `Math.random`. */
  random?: () => number;
}

/** A port that a program may leave and take again. */
export interface HeldPort {
  port: number;
  release(): void;
}

/** A free port that no process is given by this module until it is released, or this process ends; also while nobody listens on it. */
export async function holdPort(): Promise<HeldPort> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const port = await freePort();
    const mark = await takeMark(port);
    if (mark !== null) return { port, release: () => void mark.close() };
  }
  throw new Error(`None of ${TRIES_MAX} ports could be held`);
}

/**
 * A port that nobody listens on, for a program that starts later. No connection and no `listen(0)` of another program gets a port from this
 * range. Only another call of this function could take it meanwhile, so the choice is random.
 */
export async function freePort({ host, random = Math.random }: FreePortOptions = {}): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const port = PORTS.first + Math.floor(random() * PORTS.count);
    if (given.has(port) || !(await isFree(port, host)) || (await isHeld(port))) continue;
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

async function isHeld(port: number): Promise<boolean> {
  const mark = await takeMark(port);
  mark?.close();
  return mark === null;
}

/** What marks a port as held is the UDP port of its number: the system gives it to one process at a time, and takes it back when that ends. */
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
