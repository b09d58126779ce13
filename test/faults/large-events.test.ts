import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, httpCall, inTime, Person } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { FaultBench } from './fault-bench.js';
import { ReconnectingAgent } from './reconnecting-agent.js';

const START_MS_MAX = 600_000;
const AGENTS = 8;
const EVENTS_PER_AGENT = 256;
/** Nearly the largest payload that a trigger takes. */
const PAYLOAD_BYTES = 250 * 1_024;
const CALLS_AT_ONCE = 8;
const GROWTH_MIB_MAX = 100;
const PROCESSES = {
  GATEWAYS: '1',
  HUBS: '1',
  DISPATCHERS: '1',
  SCHEDULERS: '1',
  INTAKES: '1',
  RATE_LIMIT_TRIGGER_BYTES_PER_MINUTE: '1000000000',
};

describe('Large events that wait for many agents', () => {
  let bench: FaultBench;
  let person: Person;

  beforeAll(async () => {
    bench = await FaultBench.open(PROCESSES);
    person = await Person.signUp(bench.services.url);
  }, START_MS_MAX);

  afterAll(() => bench?.close(), START_MS_MAX);

  it(
    'are read by the piece: a hub does not grow by them when all agents connect at once, and every event arrives once',
    async () => {
      const agents = await Promise.all(Array.from({ length: AGENTS }, () => person.createAgent()));
      for (const agent of agents) await fill(agent);
      const [hub] = (await bench.services.members()).filter(({ kind }) => kind === 'websocket-hub');
      const pid = hub?.pid as number;
      const before = await memoryMib(pid);
      const arrived = agents.map(() => new Map<unknown, number>());
      const sockets = agents.map((agent, index) => {
        const numbers = arrived[index] as Map<unknown, number>;
        const take = ({ payload }: Record<string, unknown>): void => {
          const { number } = payload as { number: number };
          numbers.set(number, (numbers.get(number) ?? 0) + 1);
        };
        return new ReconnectingAgent(agent, take, { resume: true });
      });
      const startedMs = performance.now();
      for (const socket of sockets) socket.start();
      // While they arrive, another agent is served.
      const neighbour = await person.createAgent();
      let longestMs = 0;
      try {
        const isAll = (): boolean => arrived.every(({ size }) => size === EVENTS_PER_AGENT);
        const serve = async (): Promise<boolean> => {
          const calledMs = performance.now();
          expect((await person.postMessage(neighbour.agentId, { text: 'hi' })).status).toBe(201);
          longestMs = Math.max(longestMs, performance.now() - calledMs);
          return isAll();
        };
        await eventually(serve, Boolean, { what: 'all events to arrive', waitMsMax: START_MS_MAX });
      } finally {
        for (const socket of sockets) socket.stop();
      }
      const grown = (await memoryMib(pid)).peak - before.now;
      process.stdout.write(
        `${AGENTS} agents of ${EVENTS_PER_AGENT} events of 250 KiB: all arrived in ${((performance.now() - startedMs) / 1_000).toFixed(2)} s, ` +
          `the hub grew from ${before.now.toFixed(0)} by ${grown.toFixed(0)} MiB at most, a neighbour's call took ${longestMs.toFixed(0)} ms at most\n`,
      );
      expect(arrived.flatMap((numbers) => [...numbers.values()]).filter((times) => times !== 1)).toEqual([]);
      expect(sockets.map(({ sessions }) => sessions)).toEqual(sockets.map(() => 1));
      expect(grown).toBeLessThan(GROWTH_MIB_MAX);
    },
    START_MS_MAX,
  );

  async function fill(agent: AgentClient): Promise<void> {
    const { trigger_id } = await agent.tasks.createTriggered();
    let next = 0;
    const call = async (): Promise<void> => {
      while (next < EVENTS_PER_AGENT) {
        next += 1;
        const body = { number: next, filling: 'x'.repeat(PAYLOAD_BYTES) };
        const { status } = await inTime(
          httpCall(`${bench.services.url}/webhook/${trigger_id}`, { body }),
          'an answer to a trigger',
        );
        expect(status).toBe(200);
      }
    };
    await Promise.all(Array.from({ length: CALLS_AT_ONCE }, call));
  }
});

/** What a process has in memory, and the most that it had. */
async function memoryMib(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const mib = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1_024;
  return { now: mib('VmRSS'), peak: mib('VmHWM') };
}
