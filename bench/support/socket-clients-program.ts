import { once } from 'node:events';
import { WebSocket } from 'ws';
import { connectAgent } from './agent-socket.js';
import type { BenchAgent } from './fixtures.js';
import { serveCalls } from './program-calls.js';
import { Tally } from './tally.js';

export type SocketClientsCalls = typeof calls;

/** Sockets that are being opened at once. */
const OPENING_MAX = 100;
const OPTIONS = { perMessageDeflate: false, skipUTF8Validation: true };

const frames = new Tally();
const sockets: WebSocket[] = [];
let closeIsTold = false;

const calls = {
  async connectAgents({ port, agents }: { port: number; agents: BenchAgent[] }): Promise<void> {
    await openAll(agents.length, (index) =>
      connectAgent(`ws://127.0.0.1:${port}`, agents[index] as BenchAgent, OPTIONS),
    );
  },

  /** Opens sockets on a server that asks for nothing. */
  async connectBare({ port, count }: { port: number; count: number }): Promise<void> {
    await openAll(count, async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/`, OPTIONS);
      await once(socket, 'open');
      return socket;
    });
  },

  /** Resolves with the time of the machine's clock once so many frames have come in all. */
  received: (count: number) => frames.reached(count),
};

serveCalls(calls, async () => {
  for (const socket of sockets) socket.terminate();
});

/** One line tells that the figures are void; one per socket would bury them. */
function tellFirstClose(code: number): void {
  if (process.connected && !closeIsTold) console.error(`A socket was closed with ${code}`);
  closeIsTold = true;
}

async function openAll(count: number, open: (index: number) => Promise<WebSocket>): Promise<void> {
  let next = 0;
  async function openInTurn(): Promise<void> {
    while (next < count) {
      const socket = await open(next++);
      socket.on('message', () => frames.add());
      socket.on('close', tellFirstClose);
      sockets.push(socket);
    }
  }
  await Promise.all(Array.from({ length: OPENING_MAX }, openInTurn));
}
