/** What a call of MCP costs the gateway beside a plain call, what loading the protocol costs, and what a flood of such calls does to a neighbour. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Person } from '@svc/testkit';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { openPlace } from './support/place.js';
import { processCpuMs, processRssBytes } from './support/process-time.js';
import { printTable, printVerdict, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import { NO_RATE_LIMITS, startReadyService } from './support/service-process.js';
import { percentile } from './support/statistics.js';

const CALLS = Number(process.env['BENCH_CALLS'] ?? 2_000);
const AT_ONCE = 50;
/** Blocks of each kind in turns; the first of each is a warm-up. */
const ROUNDS = 4;
const NEIGHBOUR_EVERY_MS = 20;
const MEBIBYTE = 1_048_576;
const [CPU_MS_MORE_MAX, MEBIBYTES_MORE_MAX] = [1, 64];

await runBench(async (leftovers) => {
  const place = await openPlace(leftovers);
  const dataDir = await mkdtemp(join(tmpdir(), 'agent-service-bench-'));
  leftovers.later(() => rm(dataDir, { recursive: true, force: true }));
  const gateway = await startReadyService('gateway', place, leftovers, {
    ...{ ...NO_RATE_LIMITS, DATA_DIR: dataDir },
  });
  const person = await Person.signUp(gateway.url);
  const [agent, neighbour] = [await person.createAgent(), await person.createAgent()];
  const list = () => agent.call('/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
  const plain = () => agent.call('/api/agent/me');

  await block(gateway.pid, neighbour, plain);
  const beforeMs = performance.now();
  const beforeBytes = processRssBytes(gateway.pid);
  expectOk(await list());
  const first = { ms: performance.now() - beforeMs, bytes: processRssBytes(gateway.pid) - beforeBytes };

  const rounds = { plain: [] as Block[], mcp: [] as Block[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    say(`round ${round + 1} of ${ROUNDS}`);
    rounds.plain.push(await block(gateway.pid, neighbour, plain));
    rounds.mcp.push(await block(gateway.pid, neighbour, list));
  }
  const [byPlain, byMcp] = [sumOf(rounds.plain.slice(1)), sumOf(rounds.mcp.slice(1))];
  printTable(
    `${CALLS} calls, ${AT_ONCE} at once, ${ROUNDS - 1} times`,
    [
      '',
      'CPU of the gateway, ms a call',
      'calls a second',
      'neighbour p50, ms',
      'p99, ms',
      'most memory, MiB',
    ],
    Object.entries({ 'GET /api/agent/me': byPlain, 'POST /mcp, tools/list': byMcp }).map(([name, seen]) => [
      ...[name, seen.cpuMs, String(Math.round(1_000 / seen.msPerCall))],
      ...[percentile(seen.neighbourMs, 0.5), percentile(seen.neighbourMs, 0.99)],
      String(Math.round(seen.bytesMax / MEBIBYTE)),
    ]),
  );
  say(`the first call of MCP: ${first.ms.toFixed(0)} ms, ${(first.bytes / MEBIBYTE).toFixed(0)} MiB more`);
  const moreMs = byMcp.cpuMs - byPlain.cpuMs;
  printVerdict('what tools/list costs more than a plain call', {
    figure: `${moreMs.toFixed(2)} ms of CPU`,
    target: `at most ${CPU_MS_MORE_MAX} ms`,
    isMet: moreMs <= CPU_MS_MORE_MAX,
  });
  const moreMebibytes = (byMcp.bytesMax - byPlain.bytesMax) / MEBIBYTE;
  printVerdict('what a flood of them takes more at its most than one of plain calls', {
    figure: `${moreMebibytes.toFixed(0)} MiB`,
    target: `at most ${MEBIBYTES_MORE_MAX} MiB`,
    isMet: moreMebibytes <= MEBIBYTES_MORE_MAX,
  });
});

interface Block {
  /** Of one call. */
  cpuMs: number;
  msPerCall: number;
  bytesMax: number;
  neighbourMs: number[];
}

/** Calls by one agent, as fast as they are answered, and a neighbour who makes one at a time meanwhile. */
async function block(pid: number, neighbour: AgentClient, call: () => Promise<HttpAnswer>): Promise<Block> {
  const [startMs, startCpuMs] = [performance.now(), processCpuMs(pid)];
  let [left, bytesMax] = [CALLS, 0];
  const neighbourMs: number[] = [];
  const caller = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      expectOk(await call());
    }
  };
  const beside = async (): Promise<void> => {
    while (left > 0) {
      const beganMs = performance.now();
      expectOk(await neighbour.call('/api/agent/me'));
      neighbourMs.push(performance.now() - beganMs);
      bytesMax = Math.max(bytesMax, processRssBytes(pid));
      await sleep(NEIGHBOUR_EVERY_MS);
    }
  };
  await Promise.all([beside(), ...Array.from({ length: AT_ONCE }, caller)]);
  const made = CALLS + neighbourMs.length;
  const cpuMs = (processCpuMs(pid) - startCpuMs) / made;
  return { cpuMs, msPerCall: (performance.now() - startMs) / made, bytesMax, neighbourMs };
}

function sumOf(blocks: readonly Block[]): Block {
  const mean = (of: (block: Block) => number) =>
    blocks.reduce((sum, each) => sum + of(each), 0) / blocks.length;
  return {
    ...{ cpuMs: mean(({ cpuMs }) => cpuMs), msPerCall: mean(({ msPerCall }) => msPerCall) },
    bytesMax: Math.max(...blocks.map(({ bytesMax }) => bytesMax)),
    neighbourMs: blocks.flatMap(({ neighbourMs }) => neighbourMs),
  };
}

function expectOk({ status }: HttpAnswer): void {
  if (status !== 200) throw new Error(`A call was answered ${status}`);
}
