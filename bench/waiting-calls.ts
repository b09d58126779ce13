/** What 1,000 agents cost that wait in their long polls and get nothing, and how soon an event answers one of them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Person } from '@svc/testkit';
import { insertAgents } from './support/fixtures.js';
import type { BenchAgent } from './support/fixtures.js';
import { openPlace } from './support/place.js';
import type { Place } from './support/place.js';
import { processCpuMs } from './support/process-time.js';
import { printTable, printVerdict, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import { NO_RATE_LIMITS, startReadyService } from './support/service-process.js';
import { percentile } from './support/statistics.js';

const CALLS = Number(process.env['BENCH_CALLS'] ?? 1_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 30);
/** Shorter than the wait, so that no call ends meanwhile. */
const WATCHED_MS = 20_000;
const WAIT_SECONDS = 45;
/** Of one core, for all calls together. */
const CPU_SHARE_MAX = 0.05;
const ANSWER_P50_MS_MAX = 50;

await runBench(async (leftovers) => {
  const place = await openPlace(leftovers);
  const dataDir = await mkdtemp(join(tmpdir(), 'agent-service-bench-'));
  leftovers.later(() => rm(dataDir, { recursive: true, force: true }));
  const settings = { ...NO_RATE_LIMITS, DATA_DIR: dataDir };
  const gateway = await startReadyService('gateway', place, leftovers, settings);
  const agents = await insertAgents(place, CALLS);
  const person = await Person.signUp(gateway.url);

  say('nobody waits');
  const idle = await watch(place, gateway.pid);
  say(`${CALLS} agents wait`);
  const connections = new Agent({ keepAlive: true, maxSockets: Infinity });
  leftovers.later(async () => connections.destroy());
  const calls = agents.map((agent) => waitingCall(gateway.url, agent, connections));
  // They have authenticated, and looked a few times.
  await sleep(5_000);
  const waiting = await watch(place, gateway.pid);

  say('events for agents that wait beside them');
  const timesMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const agent = await person.createAgent();
    const answered = agent.call(`/api/agent/events?wait=${WAIT_SECONDS}`);
    await sleep(100);
    const startMs = performance.now();
    await person.send(agent.agentId, 'Are you there?');
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
    target: `at most ${CPU_SHARE_MAX * 100} %`,
    isMet: more <= CPU_SHARE_MAX,
  });
  const p50Ms = percentile(timesMs, 0.5);
  printVerdict('from before the POST of a message to the answer of the call that waits, p50', {
    figure: `${p50Ms.toFixed(1)} ms, at most ${Math.max(...timesMs).toFixed(0)} ms`,
    target: `at most ${ANSWER_P50_MS_MAX} ms`,
    isMet: p50Ms <= ANSWER_P50_MS_MAX,
  });
});

interface Watched {
  gateway: number;
  postgres: number;
  /** Sampled. */
  connectionsInUse: number;
}

/** What the gateway and its connections' server processes use of a core. */
async function watch(place: Place, gatewayPid: number): Promise<Watched> {
  const backends = async () =>
    (
      await place.sql(
        `SELECT pid, state FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      )
    ).map(({ pid, state }) => ({ pid: Number(pid), isInUse: state === 'active' }));
  const used = () => ({ gateway: processCpuMs(gatewayPid), startMs: performance.now() });
  const before = used();
  const seen = new Map((await backends()).map(({ pid }) => [pid, processCpuMs(pid)]));
  const latest = new Map(seen);
  let connectionsInUse = 0;
  while (performance.now() - before.startMs < WATCHED_MS) {
    const now = await backends();
    connectionsInUse = Math.max(connectionsInUse, now.filter(({ isInUse }) => isInUse).length);
    for (const { pid } of now) latest.set(pid, processCpuMs(pid));
    await sleep(50);
  }
  const passedMs = performance.now() - before.startMs;
  let postgresMs = 0;
  for (const [pid, cpuMs] of latest) postgresMs += Math.max(0, cpuMs - (seen.get(pid) ?? 0));
  return {
    gateway: (used().gateway - before.gateway) / passedMs,
    postgres: postgresMs / passedMs,
    connectionsInUse,
  };
}

/** A call that gets no answer while anybody measures. */
function waitingCall(url: string, { agentId, secret }: BenchAgent, agent: Agent): ClientRequest {
  const headers = { 'x-svc-agent-id': agentId, 'x-svc-secret': secret };
  const call = request(`${url}/api/agent/events?wait=${WAIT_SECONDS}`, { headers, agent });
  call.on('error', () => undefined);
  call.end();
  return call;
}
