import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { frameOf } from './fixtures.js';
import { serveCalls } from './program-calls.js';
import { machineClockMs } from './machine-clock.js';

export type BareSocketsCalls = typeof calls;

/** Frames sent before the event loop goes on to other things. */
const CHUNK = 500;

const sockets: WebSocket[] = [];
const options = { perMessageDeflate: false, clientTracking: false };
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, ...options });
server.on('connection', (socket: WebSocket) => sockets.push(socket));

const calls = {
  async listen(): Promise<number> {
    if (server.address() === null) await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  },

  /** To all sockets in turn. Resolves with the time of the machine's clock at its start. */
  async push(perSocket: number): Promise<number> {
    const frames = Array.from({ length: perSocket }, (_, index) => frameOf(index + 1));
    const startMs = machineClockMs();
    let sent = 0;
    for (const frame of frames) {
      for (const socket of sockets) {
        socket.send(frame);
        sent += 1;
        if (sent % CHUNK === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    }
    return startMs;
  },
};

serveCalls(calls);
