import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** Sends the beginning of a POST and nothing more. */
export async function beginCall(
  url: string,
  headers: Record<string, string>,
  body: Buffer | string,
): Promise<Socket> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  // Writing to a connection that the server has closed.
  socket.on('error', () => {});
  await once(socket, 'connect');
  const head = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${pathname} HTTP/1.1\r\n${head.join('')}\r\n`);
  socket.write(body);
  return socket;
}
