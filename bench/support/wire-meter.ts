import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { Leftovers } from './run-bench.js';

/** Reads one direction of one connection. It may keep what it needs of a message that is not complete. */
export type Reader = (chunk: Buffer) => void;

export interface MeteredProtocol {
  /** For each connection a reader of what the client sends, and one of what the server sends. */
  connected(): { fromClient: Reader; fromServer: Reader };
}

/** Stands between services and a server and lets a protocol's readers see all that flows. Resolves with the server's URL by way of it. */
export async function meteredUrl(
  target: URL,
  protocol: MeteredProtocol,
  leftovers: Leftovers,
): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
    const { fromClient, fromServer } = protocol.connected();
    pass(client, upstream, fromClient);
    pass(upstream, client, fromServer);
  });

  function pass(from: Socket, to: Socket, read: Reader): void {
    sockets.add(from);
    from.on('data', read);
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  leftovers.later(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return url.href;
}

/**
 * Walks over messages that begin with a head from which their length can be read, however they are cut into chunks.
 *
 * @param lengthOf the length of the whole message that begins here, of which at least `headBytes` are there.
 * @param seen is given as many bytes of its beginning as are there with the head, up to `peekBytes`.
 */
export function messageReader(options: {
  headBytes: number;
  peekBytes: number;
  lengthOf: (head: Buffer) => number;
  seen: (beginning: Buffer) => void;
}): Reader {
  const { headBytes, peekBytes, lengthOf, seen } = options;
  let kept: Buffer = Buffer.alloc(0);
  let skipped = 0;
  return (chunk) => {
    let rest = skipped > 0 ? chunk.subarray(Math.min(skipped, chunk.length)) : chunk;
    skipped -= chunk.length - rest.length;
    if (kept.length > 0) rest = Buffer.concat([kept, rest]);
    kept = Buffer.alloc(0);
    while (rest.length >= headBytes) {
      const length = lengthOf(rest);
      if (rest.length < Math.min(length, peekBytes)) break;
      seen(rest.subarray(0, Math.min(length, peekBytes)));
      skipped = Math.max(0, length - rest.length);
      rest = rest.subarray(Math.min(length, rest.length));
    }
    kept = Buffer.from(rest);
  };
}
