import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

export interface BegunCall {
  path: string;
  headers: Record<string, string>;
  /** How long the body is said to be. One byte of it is sent. */
  announcedBytes: number;
}

/** Does something while callers hold their connections, each of whom has begun a call and sends no more of it. */
export async function besideSilentCallers<Result>(
  url: string,
  calls: readonly BegunCall[],
  work: () => Promise<Result>,
): Promise<Result> {
  const sockets: Socket[] = [];
  try {
    await Promise.all(calls.map((call) => begin(url, call, sockets)));
    return await work();
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

async function begin(
  url: string,
  { path, headers, announcedBytes }: BegunCall,
  sockets: Socket[],
): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  // The product may end a call that is too slow.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const all = { host: 'x', 'content-type': 'application/json', 'content-length': announcedBytes, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n{`);
}
