/** What twenty files of 25 MiB cost that come at one instant, and go again, beside people who write messages meanwhile. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Person } from '@svc/testkit';
import type { MessageNeighbourCalls } from './support/message-neighbour-program.js';
import { openPlace } from './support/place.js';
import { Program } from './support/program.js';
import { printTable, printVerdict, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import { NO_RATE_LIMITS, startReadyService } from './support/service-process.js';
import { percentile } from './support/statistics.js';

const FILES = Number(process.env['BENCH_FILES'] ?? 20);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const MIB = 1024 * 1024;
const FILE_BYTES = 25 * MIB;
const PEOPLE = 4;
/** How long the neighbour writes before anything comes. */
const ALONE_MS = 3_000;
/** What 20 files have at most in hand at once: their first 64 KiB, and what the sockets hold. */
const GROWTH_MIB_MAX = 100;
const P99_MS_MAX = 500;

await runBench(async (leftovers) => {
  const place = await openPlace(leftovers);
  const dataDir = await mkdtemp(join(tmpdir(), 'agent-service-bench-'));
  leftovers.later(() => rm(dataDir, { recursive: true, force: true }));
  const settings = { ...NO_RATE_LIMITS, DATA_DIR: dataDir };
  const gateway = await startReadyService('gateway', place, leftovers, {
    ...settings,
    RATE_LIMIT_USER_BYTES_PER_MINUTE: '1000000000000',
  });
  const connections = new Agent({ keepAlive: true, maxSockets: Infinity });
  leftovers.later(async () => connections.destroy());
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => Person.signUp(gateway.url)));
  const neighbour = Program.start<MessageNeighbourCalls>('message-neighbour-program.js', leftovers);

  const file = Buffer.alloc(FILE_BYTES, 'agent');
  const upload = async (person: Person): Promise<{ url: string }> => {
    const headers = { 'content-type': 'application/octet-stream', authorization: `Bearer ${person.token}` };
    const url = `${gateway.url}/api/client/media?name=plan.pdf`;
    const text = await exchange(url, { method: 'POST', headers, connections }, file);
    return JSON.parse(text) as { url: string };
  };
  const owners = Array.from({ length: FILES }, (_, index) => people[index % PEOPLE] as Person);

  const beside = async <Result>(work: () => Promise<Result>) => {
    await neighbour.ask('begin', { url: gateway.url });
    const done = await watched(gateway.pid, work);
    return { ...done, timesMs: await neighbour.ask('end', undefined) };
  };

  say('the neighbour alone');
  const alone = await beside(() => sleep(ALONE_MS));
  const growthMib: number[] = [];
  const [up, down] = [emptyFigures(), emptyFigures()];
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`round ${round}: ${FILES} files come, and go again`);
    const coming = await beside(() => Promise.all(owners.map(upload)));
    const going = await beside(() =>
      Promise.all(
        coming.result.map(({ url }) =>
          exchange(`${gateway.url}${new URL(url).pathname}`, { method: 'GET', headers: {}, connections }),
        ),
      ),
    );
    for (const [figures, { timesMs, seconds }] of [
      [up, coming],
      [down, going],
    ] as const) {
      figures.timesMs.push(...timesMs);
      figures.seconds.push(seconds);
    }
    growthMib.push(coming.growthMib, going.growthMib);
  }

  const line = (name: string, { timesMs, seconds }: Figures) => [
    name,
    seconds.length === 0 ? '' : ((FILES * FILE_BYTES) / MIB / percentile(seconds, 0.5)).toFixed(0),
    ...[0.5, 0.99, 1].map((share) => percentile(timesMs, share).toFixed(0)),
  ];
  printTable(
    `${FILES} files of 25 MiB at once, ${ROUNDS} rounds; a message of a neighbour, in ms`,
    ['', 'MiB per second', 'p50', 'p99', 'at most'],
    [
      line('nobody else', { timesMs: alone.timesMs, seconds: [] }),
      line('while files come', up),
      line('while files go', down),
    ],
  );
  const growth = Math.max(...growthMib);
  printVerdict('growth of the gateway while all files come or go', {
    figure: `${growth.toFixed(0)} MiB (${growthMib.map((each) => each.toFixed(0)).join(', ')})`,
    target: `at most ${GROWTH_MIB_MAX} MiB`,
    isMet: growth <= GROWTH_MIB_MAX,
  });
  const p99Ms = Math.max(percentile(up.timesMs, 0.99), percentile(down.timesMs, 0.99));
  printVerdict("a neighbour's message meanwhile, p99", {
    figure: `${p99Ms.toFixed(0)} ms`,
    target: `at most ${P99_MS_MAX} ms`,
    isMet: p99Ms <= P99_MS_MAX,
  });
});

interface Figures {
  timesMs: number[];
  seconds: number[];
}

function emptyFigures(): Figures {
  return { timesMs: [], seconds: [] };
}

/** Does the work, and reads a process's memory every 20 ms. */
async function watched<Result>(
  pid: number,
  work: () => Promise<Result>,
): Promise<{ result: Result; growthMib: number; seconds: number }> {
  const beforeMib = residentMib(pid);
  let mostMib = beforeMib;
  const reading = setInterval(() => (mostMib = Math.max(mostMib, residentMib(pid))), 20);
  const startMs = performance.now();
  try {
    const result = await work();
    return { result, growthMib: mostMib - beforeMib, seconds: (performance.now() - startMs) / 1_000 };
  } finally {
    clearInterval(reading);
  }
}

function residentMib(pid: number): number {
  const [, kib = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

/** The answer's text; nothing of a file, which is only counted. */
function exchange(
  url: string,
  { method, headers, connections }: { method: string; headers: Record<string, string>; connections: Agent },
  body?: Buffer,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers, agent: connections }, (answer) =>
      resolve(textOf(answer, url)),
    );
    call.on('error', reject);
    call.end(body);
  });
}

async function textOf(answer: IncomingMessage, url: string): Promise<string> {
  const isFile = answer.headers['content-type'] === 'application/octet-stream';
  let [text, bytes] = ['', 0];
  for await (const piece of answer) {
    bytes += (piece as Buffer).length;
    if (!isFile) text += String(piece);
  }
  if ((answer.statusCode ?? 0) >= 300) throw new Error(`${url}: ${answer.statusCode} ${text}`);
  if (isFile && bytes !== FILE_BYTES) throw new Error(`${url}: ${bytes} bytes`);
  return text;
}
