import { once } from 'node:events';
import { WebSocket } from 'ws';
import { serveCalls } from './program-calls.js';
import { machineClockMs } from './machine-clock.js';

export type StreamWritersCalls = typeof calls;

export interface Writer {
  agentId: string;
  secret: string;
  conversationId: string;
}

const sockets: { socket: WebSocket; writer: Writer }[] = [];
let timer: NodeJS.Timeout | undefined;
let [sent, acknowledged, refused] = [0, 0, 0];

const calls = {
  async connect({ hubUrl, writers }: { hubUrl: string; writers: Writer[] }): Promise<void> {
    for (const writer of writers) {
      const socket = new WebSocket(`${hubUrl.replace(/^http/, 'ws')}/ws/agent/${writer.agentId}`);
      await once(socket, 'open');
      const greeted = once(socket, 'message');
      socket.send(JSON.stringify({ type: 'auth', agent_id: writer.agentId, secret: writer.secret }));
      await greeted;
      socket.on('message', (data: Buffer) => {
        const { type } = JSON.parse(data.toString()) as { type: string };
        if (type === 'message_ack') acknowledged += 1;
        else if (type === 'error') refused += 1;
      });
      sockets.push({ socket, writer });
    }
  },

  /** Every agent begins a message. */
  async begin(): Promise<void> {
    for (const { socket, writer } of sockets)
      send(socket, { type: 'message_start', conversation_id: writer.conversationId });
  },

  /** Each sends so many deltas a second, each of which says when it left. */
  async write({ perSecond }: { perSecond: number }): Promise<void> {
    const beganMs = performance.now();
    let next = 0;
    const total = (): number => ((performance.now() - beganMs) / 1_000) * perSecond * sockets.length;
    // In turns, so that not all leave in one moment.
    timer = setInterval(() => {
      for (const due = total(); next < due; next += 1) {
        const { socket } = sockets[next % sockets.length] as { socket: WebSocket };
        send(socket, { type: 'message_delta', text: `${machineClockMs().toFixed(3)} ` });
        sent += 1;
      }
    }, 2);
  },

  async pause(): Promise<void> {
    clearInterval(timer);
  },

  /** Ends all messages. Resolves with what was sent and how it was answered, once all are answered. */
  async end(): Promise<{ sent: number; acknowledged: number; refused: number }> {
    for (const { socket } of sockets) send(socket, { type: 'message_end' });
    for (let tries = 0; tries < 500 && acknowledged + refused < sockets.length; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    return { sent, acknowledged, refused };
  },
};

serveCalls(calls, async () => {
  for (const { socket } of sockets) socket.terminate();
});

function send(socket: WebSocket, frame: Record<string, unknown>): void {
  socket.send(JSON.stringify({ ...frame, ref: 'a' }));
}
