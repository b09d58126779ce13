import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { BenchAgent } from './fixtures.js';
import { atPace, flood } from './load.js';
import { serveCalls } from './program-calls.js';
import { Tally } from './tally.js';
import { TriggerCallers } from './trigger-callers.js';
import { machineClockMs } from './machine-clock.js';

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
    for (const agent of to.agents) sockets.push(await connectAgent(to.hubUrl, agent));
  },

  async flood(load: { durationMs: number; atOnce: number }) {
    const startMs = machineClockMs();
    const count = await flood(load, callOne);
    const endMs = machineClockMs();
    const begunMs = await frames.reached(called);
    startsMs = [];
    return { count, startMs, endMs, begunMs };
  },

  async pace(load: {
    perSecond: number;
    count: number;
  }): Promise<{ answersMs: number[]; startsMs: number[] }> {
    const answersMs: number[] = [];
    startsMs = [];
    await atPace(load, async () => {
      const startMs = performance.now();
      await callOne();
      answersMs.push(performance.now() - startMs);
    });
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

async function connectAgent(hubUrl: string, { agentId, secret }: BenchAgent): Promise<WebSocket> {
  const socket = new WebSocket(`${hubUrl.replace(/^http/, 'ws')}/ws/agent/${agentId}`);
  await once(socket, 'open');
  const answered = once(socket, 'message') as Promise<[Buffer]>;
  socket.send(JSON.stringify({ type: 'auth', agent_id: agentId, secret }));
  const [answer] = await answered;
  if (!answer.toString().includes('"auth_ok"')) throw new Error(`Not let in: ${answer.toString()}`);
  socket.on('message', (data: Buffer) => {
    const { payload } = JSON.parse(data.toString('utf8')) as { payload: { sent_ms: number } };
    startsMs.push(performance.now() - payload.sent_ms);
    frames.add();
  });
  return socket;
}
