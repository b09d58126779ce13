import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { inTime } from './signal.js';

export const OPCODES = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export interface RawFrame {
  opcode: number;
  payload?: Buffer;
  /** Default true. */
  fin?: boolean;
  /** Default true, as a client must (RFC 6455, section 5.1). */
  masked?: boolean;
  /** Length that the header claims; default that of the payload. */
  claimedLength?: number;
}

/** A WebSocket connection without a library that keeps its user from breaking the protocol. */
export class RawSocket {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  readonly #ended: Promise<unknown>;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => (this.#received = Buffer.concat([this.#received, chunk])));
    // Writing to a connection that the server has closed.
    socket.on('error', () => {});
    this.#ended = new Promise((resolve) => socket.once('end', resolve).once('close', resolve));
  }

  static async open(url: string): Promise<RawSocket> {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    };
    const upgrading = request(url.replace(/^ws/, 'http'), { headers });
    upgrading.end();
    const [, socket] = (await inTime(once(upgrading, 'upgrade'), 'the upgrade')) as [IncomingMessage, Socket];
    return new RawSocket(socket);
  }

  write(frame: RawFrame): void {
    this.#socket.write(encoded(frame));
  }

  /** The code with which the server closes; `null` if it ends the connection without one. */
  async closeCode(): Promise<number | null> {
    await inTime(this.#ended, 'the connection to end');
    let code: number | null = null;
    for (let at = 0; at + 2 <= this.#received.length;) {
      const { opcode, payload, next } = decoded(this.#received, at);
      if (opcode === OPCODES.close) code = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
      at = next;
    }
    this.#socket.destroy();
    return code;
  }
}

function encoded(frame: RawFrame): Buffer {
  const { opcode, payload = Buffer.alloc(0), fin = true, masked = true } = frame;
  const length = frame.claimedLength ?? payload.length;
  const first = (fin ? 0x80 : 0) | opcode;
  const maskBit = masked ? 0x80 : 0;
  let header: Buffer;
  if (length < 126) {
    header = Buffer.from([first, maskBit | length]);
  } else {
    header = Buffer.alloc(10);
    header.set([first, maskBit | 127]);
    header.writeBigUInt64BE(BigInt(length), 2);
  }
  if (!masked) return Buffer.concat([header, payload]);
  // A mask of zeros is a mask too, and leaves the payload as it is.
  return Buffer.concat([header, Buffer.alloc(4), payload]);
}

/** A frame from the server, which is never masked. */
function decoded(bytes: Buffer, at: number): { opcode: number; payload: Buffer; next: number } {
  const opcode = (bytes[at] ?? 0) & 0x0f;
  const short = (bytes[at + 1] ?? 0) & 0x7f;
  const start = at + (short === 126 ? 4 : short === 127 ? 10 : 2);
  const length =
    short === 126
      ? bytes.readUInt16BE(at + 2)
      : short === 127
        ? Number(bytes.readBigUInt64BE(at + 2))
        : short;
  return { opcode, payload: bytes.subarray(start, start + length), next: start + length };
}
