import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AgentClient, Person } from '@svc/testkit';
import { insertAgents } from './fixtures.js';
import type { BenchAgent } from './fixtures.js';
import { openPlace } from './place.js';
import { printTable, printVerdict, say } from './report.js';
import { runBench } from './run-bench.js';
import { NO_RATE_LIMITS, startReadyService } from './service-process.js';
import { percentile } from './statistics.js';
import { WATCHED_MS, watchGateway } from './watch-gateway.js';

const CALLS = Number(process.env['BENCH_CALLS'] ?? 1_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 30);
const ANSWER_P50_MS_MAX = 50;

const WAIT_SECONDS = 45;

/** One kind of call that waits. */
export interface WaitingKind {
  /** Of one core, for all calls together. */
  cpuShareMax: number;
  /** The path that an agent waits on. */
  pathFor: (agent: AgentClient) => Promise<string>;
  /** Said before the rounds. */
  rounds: string;
  /** How long a call waits before it is ended, in milliseconds. */
  waitedMs: number;
  /** Does what ends the wait of an agent at its path. */
  end: (person: Person, agent: AgentClient, path: string) => Promise<unknown>;
  /** What the time of the answer is measured from. */
  measuredFrom: string;
}

/** What 1,000 calls cost that wait and get nothing, and how soon one beside them is answered. */
export function benchWaitingCalls(kind: WaitingKind): Promise<void> {
  return runBench(async (leftovers) => {
    const place = await openPlace(leftovers);
    const dataDir = await mkdtemp(join(tmpdir(), 'agent-service-bench-'));
    leftovers.later(() => rm(dataDir, { recursive: true, force: true }));
    const settings = { ...NO_RATE_LIMITS, DATA_DIR: dataDir };
    const gateway = await startReadyService('gateway', place, leftovers, settings);
    const agents = await insertAgents(place, CALLS);
    const person = await Person.signUp(gateway.url);

    say('nobody waits');
    const idle = await watchGateway(place, gateway.pid);
    say(`${CALLS} agents wait`);
    const connections = new Agent({ keepAlive: true, maxSockets: Infinity });
    leftovers.later(async () => connections.destroy());
    const calls: ClientRequest[] = [];
    for (const agent of agents) {
      const path = await kind.pathFor(new AgentClient(gateway.url, agent));
      calls.push(waitingCall(`${gateway.url}${path}`, agent, connections));
    }
    // They have authenticated, and looked at least once.
    await sleep(5_000);
    const waiting = await watchGateway(place, gateway.pid);

    say(kind.rounds);
    const timesMs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const agent = await person.createAgent();
      const path = await kind.pathFor(agent);
      const answered = agent.call(`${path}?wait=${WAIT_SECONDS}`);
      await sleep(kind.waitedMs);
      const startMs = performance.now();
      await kind.end(person, agent, path);
      await answered;
      timesMs.push(performance.now() - startMs);
    }
    for (const call of calls) call.destroy();

    printTable(
      `Share of a core, over ${WATCHED_MS / 1_000} s`,
      ['', 'gateway', 'PostgreSQL', 'connections in use, at most'],
      [
        ['nobody waits', idle.gateway.toFixed(4), idle.postgres.toFixed(4), idle.connectionsInUse],
        [`${CALLS} wait`, waiting.gateway.toFixed(4), waiting.postgres.toFixed(4), waiting.connectionsInUse],
      ],
    );
    const more = waiting.gateway + waiting.postgres - idle.gateway - idle.postgres;
    printVerdict(`what ${CALLS} waiting calls cost`, {
      figure: `${(more * 100).toFixed(2)} % of a core`,
      target: `at most ${kind.cpuShareMax * 100} %`,
      isMet: more <= kind.cpuShareMax,
    });
    const p50Ms = percentile(timesMs, 0.5);
    printVerdict(`from before ${kind.measuredFrom} to the answer of the call that waits, p50`, {
      figure: `${p50Ms.toFixed(1)} ms, at most ${Math.max(...timesMs).toFixed(0)} ms`,
      target: `at most ${ANSWER_P50_MS_MAX} ms`,
      isMet: p50Ms <= ANSWER_P50_MS_MAX,
    });
  });
}

/** A call that gets no answer while anybody measures. */
function waitingCall(url: string, { agentId, secret }: BenchAgent, agent: Agent): ClientRequest {
  const headers = { 'x-svc-agent-id': agentId, 'x-svc-secret': secret };
  const call = request(`${url}?wait=${WAIT_SECONDS}`, { headers, agent });
  call.on('error', () => undefined);
  call.end();
  return call;
}
