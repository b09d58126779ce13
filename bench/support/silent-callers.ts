import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** A call that announces a body and sends one byte of it. */
export interface SilentCall {
  path: string;
  headers: Record<string, string>;
  announcedBytes: number;
}

/** Does something while callers hold their connections, each of whom has begun a call and sends no more of it. */
export async function besideSilentCallers(
  url: string,
  calls: readonly SilentCall[],
  work: () => Promise<number>,
): Promise<number> {
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
  { path, headers, announcedBytes }: SilentCall,
  sockets: Socket[],
): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  sockets.push(socket);
  // The product may end a call that is too slow.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const all = { host: 'x', 'content-type': 'application/json', 'content-length': announcedBytes, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n{`);
}
