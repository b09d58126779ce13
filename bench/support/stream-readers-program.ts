import { once } from 'node:events';
import { WebSocket } from 'ws';
import { serveCalls } from './program-calls.js';
import { machineClockMs, tookMs } from './machine-clock.js';

export type StreamReadersCalls = typeof calls;

const sockets: WebSocket[] = [];
let delaysMs: number[] = [];
let [frames, deltas] = [0, 0];

const calls = {
  /** Opens a console of each person. */
  async connect({ hubUrl, tokens }: { hubUrl: string; tokens: string[] }): Promise<void> {
    for (const token of tokens) {
      const socket = new WebSocket(`${hubUrl.replace(/^http/, 'ws')}/ws/client`);
      await once(socket, 'open');
      const greeted = once(socket, 'message');
      socket.send(JSON.stringify({ type: 'auth', token }));
      await greeted;
      socket.on('message', (data: Buffer) => read(data));
      sockets.push(socket);
    }
  },

  /** What has come since the last call: how long each delta took, at most so many of them. */
  async take({ samplesMax }: { samplesMax: number }) {
    const taken = { delaysMs: sampled(delaysMs, samplesMax), frames, deltas };
    delaysMs = [];
    [frames, deltas] = [0, 0];
    return taken;
  },
};

serveCalls(calls, async () => {
  for (const socket of sockets) socket.terminate();
});

function read(data: Buffer): void {
  const { type, text } = JSON.parse(data.toString()) as { type: string; text?: string };
  if (type !== 'stream' || text === undefined) return;
  const nowMs = machineClockMs();
  frames += 1;
  for (const sentMs of text.split(' ')) {
    if (sentMs === '') continue;
    deltas += 1;
    delaysMs.push(tookMs(Number(sentMs), nowMs));
  }
}

function sampled(values: readonly number[], max: number): number[] {
  const step = Math.max(1, Math.ceil(values.length / max));
  return values.filter((_, index) => index % step === 0);
}
