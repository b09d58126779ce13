import type { WebSocket } from 'ws';
import { connectAgent } from './agent-socket.js';
import type { BenchAgent } from './fixtures.js';
import { atPace, flood } from './load.js';
import type { Flood, Pace } from './load.js';
import { serveCalls } from './program-calls.js';
import { Tally } from './tally.js';
import { TriggerCallers } from './trigger-callers.js';

export type TriggerLoadCalls = typeof calls;

const frames = new Tally();
const sockets: WebSocket[] = [];
let callers: TriggerCallers | undefined;
let triggerIds: string[] = [];
let called = 0;
let startsMs: number[] = [];

/** The callers and the agents, whose clock is one. */
const calls = {
  async connect(to: {
    hubUrl: string;
    intakeUrl: string;
    agents: BenchAgent[];
    triggerIds: string[];
  }): Promise<void> {
    triggerIds = to.triggerIds;
    callers = new TriggerCallers(to.intakeUrl);
    for (const agent of to.agents) {
      const socket = await connectAgent(to.hubUrl, agent);
      socket.on('message', begin);
      sockets.push(socket);
    }
  },

  async flood(load: Flood) {
    const flooded = await flood(load, callOne);
    return { ...flooded, begunMs: await frames.reached(called) };
  },

  async pace(load: Pace): Promise<{ answersMs: number[]; startsMs: number[] }> {
    startsMs = [];
    const answersMs = await atPace(load, callOne);
    await frames.reached(called);
    return { answersMs, startsMs };
  },
};

serveCalls(calls, async () => {
  callers?.close();
  for (const socket of sockets) socket.terminate();
});

async function callOne(): Promise<void> {
  called += 1;
  const triggerId = triggerIds[called % triggerIds.length] ?? '';
  const text = 'What came in since yesterday, and what of it needs an answer today?';
  await callers?.post(triggerId, `{"call":${called},"text":"${text}","sent_ms":${performance.now()}}`);
}

function begin(data: Buffer): void {
  const { payload } = JSON.parse(data.toString('utf8')) as { payload: { sent_ms: number } };
  startsMs.push(performance.now() - payload.sent_ms);
  frames.add();
}
