import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { BenchAgent } from './fixtures.js';
import { serveCalls } from './program-calls.js';
import { Tally } from './tally.js';

export type SocketClientsCalls = typeof calls;

/** Sockets that are being opened at once. */
const OPENING_MAX = 100;
/** One address has some 28,000 ports, of which those used last rest for a minute. */
const SOURCE_ADDRESSES = 4;

const frames = new Tally();
const sockets: WebSocket[] = [];
let closeIsTold = false;

const calls = {
  /** Opens a socket per agent and authenticates it. */
  async connectAgents({ port, agents }: { port: number; agents: BenchAgent[] }): Promise<void> {
    await openAll(agents.length, async (index) => {
      const agent = agents[index];
      if (agent === undefined) return;
      const socket = await open(index, `ws://127.0.0.1:${port}/ws/agent/${agent.agentId}`);
      const answered = once(socket, 'message') as Promise<[Buffer]>;
      socket.send(JSON.stringify({ type: 'auth', agent_id: agent.agentId, secret: agent.secret }));
      const [answer] = await answered;
      if (!answer.toString().includes('"auth_ok"')) throw new Error(`Not let in: ${answer.toString()}`);
      socket.on('message', countFrame);
    });
  },

  /** Opens sockets on a server that asks for nothing. */
  async connectBare({ port, count }: { port: number; count: number }): Promise<void> {
    await openAll(count, async (index) => {
      const socket = await open(index, `ws://127.0.0.1:${port}/`);
      socket.on('message', countFrame);
    });
  },

  /** Resolves with the time of the machine's clock once so many frames have come in all. */
  received: (count: number) => frames.reached(count),
};

serveCalls(calls, async () => {
  for (const socket of sockets) socket.terminate();
});

function countFrame(): void {
  frames.add();
}

/** One line tells that the figures are void; one per socket would bury them. */
function tellFirstClose(code: number): void {
  if (process.connected && !closeIsTold) console.error(`A socket was closed with ${code}`);
  closeIsTold = true;
}

async function open(index: number, url: string): Promise<WebSocket> {
  const socket = new WebSocket(url, {
    localAddress: `127.0.0.${2 + (index % SOURCE_ADDRESSES)}`,
    perMessageDeflate: false,
    skipUTF8Validation: true,
  });
  await once(socket, 'open');
  socket.on('close', tellFirstClose);
  sockets.push(socket);
  return socket;
}

async function openAll(count: number, openOne: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  async function openInTurn(): Promise<void> {
    while (next < count) await openOne(next++);
  }
  await Promise.all(Array.from({ length: OPENING_MAX }, openInTurn));
}
