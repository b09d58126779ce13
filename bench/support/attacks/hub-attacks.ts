import { inTime, OPCODES, RawSocket } from '@svc/testkit';
import { WebSocket } from 'ws';
import { ADA, MALLORY } from './addresses.js';
import { WAIT_OF_NEIGHBOUR } from './attack.js';
import type { Attack } from './attack.js';

const MIB = 1024 * 1024;
const FRAMES = 6;
const FRAME_BYTES = 7 * MIB;
/** As many as a hub of the shape `small` has places. */
const STRANGERS = 400;
const NEIGHBOURS_SOCKETS = 5;
const MEMORY_LOOK_MS = 100;
const NOBODY = `agt_${'0'.repeat(32)}`;

export const HUB_ATTACKS: readonly Attack[] = [
  {
    name: 'six first frames of 7 MiB from strangers',
    shape: 'usual',
    measures: [WAIT_OF_NEIGHBOUR, { what: 'growth of the hub', unit: 'MiB', max: 32 }],
    async run({ url, neighbour, memoryOf }) {
      const payload = Buffer.from(`[${'[],'.repeat(FRAME_BYTES / 3)}[]]`);
      const path = `${url.replace(/^http/, 'ws')}/ws/agent/${NOBODY}`;
      const sendFrame = async (): Promise<void> => {
        const socket = await RawSocket.open(path);
        socket.write({ opcode: OPCODES.text, payload });
        // A hub that is held may take longer than anybody waits; the neighbour notices.
        await socket.closeCode().catch(() => null);
      };
      const beforeBytes = memoryOf('websocket-hub');
      let mostBytes = beforeBytes;
      const look = (): void => void (mostBytes = Math.max(mostBytes, memoryOf('websocket-hub')));
      const looking = setInterval(look, MEMORY_LOOK_MS);
      const waitMs = await neighbour
        .waitBeyondRestMs(() => Promise.all(Array.from({ length: FRAMES }, sendFrame)))
        .finally(() => clearInterval(looking));
      return [waitMs, (mostBytes - beforeBytes) / MIB];
    },
  },
  {
    name: 'one host that holds sockets without a name',
    shape: 'small',
    measures: [{ what: `agents of another host, of ${NEIGHBOURS_SOCKETS}`, unit: 'refused', max: 0 }],
    async run({ url, neighbour }) {
      const path = `${url.replace(/^http/, 'ws')}/ws/agent/${neighbour.agent.agentId}`;
      const open: WebSocket[] = [];
      try {
        await Promise.all(Array.from({ length: STRANGERS }, () => isTaken(path, MALLORY, open)));
        const attempts = Array.from({ length: NEIGHBOURS_SOCKETS }, () => isTaken(path, ADA, open));
        return [(await Promise.all(attempts)).filter((taken) => !taken).length];
      } finally {
        for (const socket of open) socket.terminate();
      }
    },
  },
];

async function isTaken(path: string, address: string, open: WebSocket[]): Promise<boolean> {
  const socket = new WebSocket(path, { headers: { 'x-forwarded-for': address } });
  open.push(socket);
  // A refusal is an error first.
  socket.on('error', () => undefined);
  const answered = new Promise<boolean>((resolve) => {
    socket.once('open', () => resolve(true));
    socket.once('close', () => resolve(false));
  });
  return inTime(answered, 'a socket to open or to be refused');
}
