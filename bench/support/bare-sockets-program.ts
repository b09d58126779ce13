import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { frameOf } from './fixtures.js';
import { serveCalls } from './program-calls.js';
import { machineClockMs } from './machine-clock.js';

export type BareSocketsCalls = typeof calls;

export interface BarePush {
  perSocket: number;
  /** Frames whose receipt is not yet proven, in all, or `null` to prove nothing. */
  unprovenMax: number | null;
}

interface Proof {
  sent: number;
  covered: number;
  isPinging: boolean;
}

/** Frames sent before the event loop goes on to other things. */
const CHUNK = 500;

const sockets: WebSocket[] = [];
const server = new WebSocketServer({
  host: '0.0.0.0',
  port: 0,
  perMessageDeflate: false,
  clientTracking: false,
});
server.on('connection', (socket: WebSocket) => sockets.push(socket));

const calls = {
  async listen(): Promise<number> {
    if (server.address() === null) await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  },

  /** Sends frames to all sockets in turn. Resolves with the time of the machine's clocks at start and end. */
  async push(options: BarePush): Promise<{ startMs: number; endMs: number }> {
    const frames = Array.from({ length: options.perSocket }, (_, index) => frameOf(index + 1));
    const startMs = machineClockMs();
    if (options.unprovenMax === null) await pushAll(frames);
    else await pushWithProof(frames, options.unprovenMax);
    return { startMs, endMs: machineClockMs() };
  },
};

serveCalls(calls);

async function pushAll(frames: readonly string[]): Promise<void> {
  let sent = 0;
  for (const frame of frames) {
    for (const socket of sockets) {
      socket.send(frame);
      sent += 1;
      if (sent % CHUNK === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** The least that proves receipt: one ping under way per socket, whose pong proves every frame before it. */
function pushWithProof(frames: readonly string[], unprovenMax: number): Promise<void> {
  const total = frames.length * sockets.length;
  let [next, proven] = [0, 0];
  return new Promise((resolve) => {
    const proofs = sockets.map((): Proof => ({ sent: 0, covered: 0, isPinging: false }));
    sockets.forEach((socket, index) => {
      socket.removeAllListeners('pong');
      socket.on('pong', () => confirm(index));
    });
    pump();

    function pump(): void {
      for (let sent = 0; next < total && next - proven < unprovenMax; sent += 1) {
        if (sent === CHUNK) return void setImmediate(pump);
        send(next % sockets.length, frames[Math.floor(next / sockets.length)] ?? '');
        next += 1;
      }
    }

    function send(index: number, frame: string): void {
      const proof = proofs[index] as Proof;
      sockets[index]?.send(frame);
      proof.sent += 1;
      if (proof.isPinging) return;
      proof.isPinging = true;
      setImmediate(ping, index);
    }

    function ping(index: number): void {
      const proof = proofs[index] as Proof;
      proof.covered = proof.sent;
      sockets[index]?.ping('1');
    }

    function confirm(index: number): void {
      const proof = proofs[index] as Proof;
      proof.sent -= proof.covered;
      proven += proof.covered;
      proof.isPinging = proof.sent > 0;
      if (proof.isPinging) ping(index);
      if (proven === total) resolve();
      else pump();
    }
  });
}
