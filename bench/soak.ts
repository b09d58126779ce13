/** Whether tables, processes and answers stay as they are under a steady load for half an hour, while retention removes what was written a day ago. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep } from '@svc/runtime';
import { openCommits } from './support/bare-commits.js';
import { SERVICES } from './support/metered-services.js';
import { HUB_SLOT, openPlace } from './support/place.js';
import type { Place } from './support/place.js';
import { familyCpuMs, parentOf, processCpuMs, processRssBytes } from './support/process-time.js';
import { Program } from './support/program.js';
import { printTable, printVerdict, say } from './support/report.js';
import type { Cell } from './support/report.js';
import { runBench } from './support/run-bench.js';
import type { Leftovers } from './support/run-bench.js';
import { NO_RATE_LIMITS, startReadyService } from './support/service-process.js';
import type { SoakMinute } from './support/soak-book.js';
import type { SoakLoadCalls } from './support/soak-load-program.js';
import { percentile, ratioOf } from './support/statistics.js';
import { readTableSizes } from './support/table-sizes.js';
import type { TableSize } from './support/table-sizes.js';
import type { WebhookReceiverCalls } from './support/webhook-receiver-program.js';
import { insertYesterday } from './support/yesterday.js';

const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 30);
/** Yesterday's rows reach somewhat beyond the load, whose services take a while to start. */
const SECONDS_BEYOND = 300;
const RATIO_MAX = 1.2;
/** Smaller tables than this are shown and not judged: a few pages more are a large ratio. */
const JUDGED_MB_MIN = 1;
/** A failed delivery is tried again after 30 seconds. */
const SETTLE_MS_MAX = 90_000;
const SETTINGS = {
  ...NO_RATE_LIMITS,
  HUB_SLOT,
  RETENTION_EVENTS_DAYS: '1',
  RETENTION_ATTEMPTS_DAYS: '1',
  RETENTION_RUNS_DAYS: '1',
  RETENTION_MESSAGES_DAYS: '1',
  RETENTION_MEDIA_DAYS: '1',
  RETENTION_AUDIT_DAYS: '1',
  TRIGGER_DEDUP_WINDOW_MS: '300000',
};

/** What was seen in one minute, or at its end. */
interface Sample extends SoakMinute {
  /** How long it took to commit one row of a table that nobody else uses. */
  commitsMs: number[];
  tables: TableSize[];
  cpuMs: Record<string, number>;
  rssBytes: Record<string, number>;
}

await runBench(async (leftovers) => {
  const place = await openPlace(leftovers);
  const [server] = await place.sql('SHOW autovacuum');
  if (server?.['autovacuum'] !== 'on')
    throw new Error(
      'autovacuum is off on this server, so tables would grow. TEST_DATABASE_URL names another.',
    );
  say('writing what the load would have left yesterday');
  await insertYesterday(place, { seconds: MINUTES * 60 + SECONDS_BEYOND });
  const services = await startServices(place, leftovers);
  const bare = Program.start<WebhookReceiverCalls>('webhook-receiver-program.js', leftovers);
  const load = Program.start<SoakLoadCalls>('soak-load-program.js', leftovers);
  const bareUrl = `http://127.0.0.1:${await bare.ask('listen', undefined)}/`;
  await load.ask('prepare', { ...services.urls, bareUrl });
  await load.ask('begin', { seconds: MINUTES * 60 });
  const samples = await observe(place, load, services, leftovers);
  say('waiting for what is under way');
  const lost = await settle(place, load);
  judge(samples, lost);
});

interface Services {
  urls: { gatewayUrl: string; hubUrl: string; intakeUrl: string };
  pids: Record<string, number>;
}

async function startServices(place: Place, leftovers: Leftovers): Promise<Services> {
  const dataDir = await mkdtemp(join(tmpdir(), 'agent-service-bench-'));
  leftovers.later(() => rm(dataDir, { recursive: true, force: true }));
  const pids: Record<string, number> = {};
  const urls: Record<string, string> = {};
  for (const name of SERVICES) {
    const service = await startReadyService(name, place, leftovers, { ...SETTINGS, DATA_DIR: dataDir });
    pids[name] = service.pid;
    urls[name] = service.url;
  }
  const { gateway = '', 'websocket-hub': hub = '', 'trigger-intake': intake = '' } = urls;
  return { urls: { gatewayUrl: gateway, hubUrl: hub, intakeUrl: intake }, pids };
}

/** One sample per minute. */
async function observe(
  place: Place,
  load: Program<SoakLoadCalls>,
  { pids }: Services,
  leftovers: Leftovers,
): Promise<Sample[]> {
  const [backend] = await place.sql('SELECT pg_backend_pid() AS pid');
  const postmaster = parentOf(Number(backend?.['pid']));
  const usedMs = (): Record<string, number> => ({
    ...of(pids, processCpuMs),
    PostgreSQL: familyCpuMs(postmaster),
  });
  const commits = await openCommits(place, leftovers);
  const samples: Sample[] = [];
  const beganMs = performance.now();
  let before = usedMs();
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    const waitMs = Math.max(0, beganMs + minute * 60_000 - performance.now());
    await sleep(waitMs);
    const after = usedMs();
    const sample = {
      ...(await load.ask('take', undefined)),
      commitsMs: commits.take(),
      tables: await readTableSizes(place),
      cpuMs: Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, ms - (before[name] ?? 0)])),
      rssBytes: of(pids, processRssBytes),
    };
    before = after;
    samples.push(sample);
    printMinute(minute, sample);
  }
  return samples;
}

function of(pids: Record<string, number>, read: (pid: number) => number): Record<string, number> {
  return Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, read(pid)]));
}

interface Lost {
  missing: string[];
  failures: string[];
  calls: number;
  failed: number;
  came: number;
  repeats: number;
  openRuns: number;
  /** Minutes without a run of a task that comes due each minute. */
  skippedMinutes: number;
}

async function settle(place: Place, load: Program<SoakLoadCalls>): Promise<Lost> {
  await load.ask('over', undefined);
  const endMs = performance.now() + SETTLE_MS_MAX;
  for (;;) {
    await load.ask('pollOnce', undefined);
    const result = await load.ask('result', undefined);
    // Tasks go on to come due each minute, so a run of this moment may be under way.
    const [found] = await place.sql(
      `SELECT count(*) FILTER (WHERE status IN ('pending', 'running') AND started_at < now() - interval '10 seconds')::int AS open_runs,
              (SELECT coalesce(sum(minutes), 0)::int FROM (
                 SELECT extract(epoch FROM max(scheduled_for) - min(scheduled_for)) / 60 + 1 - count(*) AS minutes
                   FROM task_run r JOIN task t ON t.id = r.task_id WHERE t.schedule = '* * * * *' GROUP BY t.id) s) AS skipped
         FROM task_run`,
    );
    const openRuns = Number(found?.['open_runs']);
    if ((result.missing.length === 0 && openRuns === 0) || performance.now() > endMs)
      return { ...result, openRuns, skippedMinutes: Number(found?.['skipped']) };
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

function printMinute(minute: number, { tables, cpuMs, rssBytes, ...load }: Sample): void {
  const open = tables.find(({ name }) => name === 'open_event');
  const sum = (of: (table: TableSize) => number): number => tables.reduce((all, table) => all + of(table), 0);
  const calls = load.callsMs.length;
  printTable(
    `Minute ${minute}`,
    ['', ...Object.keys(cpuMs)],
    [
      ['CPU, % of a core', ...Object.values(cpuMs).map((ms) => ms / 600)],
      ['RSS, MB', ...Object.keys(cpuMs).map((name) => megabytes(rssBytes[name] ?? Number.NaN))],
    ],
  );
  const line = [
    `tables ${megabytes(sum((table) => table.tableBytes)).toFixed(1)} MB`,
    `indexes ${megabytes(sum((table) => table.indexBytes)).toFixed(1)} MB`,
    `open_event ${megabytes(open?.tableBytes ?? 0).toFixed(2)} + ${megabytes(open?.indexBytes ?? 0).toFixed(2)} MB`,
    `dead rows ${sum((table) => table.deadRows)}`,
    `${(calls / 60).toFixed(0)} calls/s, ${load.failed} failed`,
    `p50 ${percentile(load.callsMs, 0.5).toFixed(1)} p99 ${percentile(load.callsMs, 0.99).toFixed(0)} ms`,
    `bare p50 ${percentile(load.bareMs, 0.5).toFixed(1)} p99 ${percentile(load.bareMs, 0.99).toFixed(0)} ms`,
    `commit p50 ${percentile(load.commitsMs, 0.5).toFixed(1)} p99 ${percentile(load.commitsMs, 0.99).toFixed(0)} ms`,
    `at the agent p50 ${percentile(load.arrivalsMs, 0.5).toFixed(1)} p99 ${percentile(load.arrivalsMs, 0.99).toFixed(0)} ms`,
    `${load.expected} on their way`,
  ];
  process.stdout.write(`${line.join(', ')}\n`);
}

/** The last third beside the middle one. The first third is for the caches, the heaps and the tables to find their size. */
function judge(samples: Sample[], lost: Lost): void {
  const third = Math.max(1, Math.floor(samples.length / 3));
  const thirds = [samples.slice(0, third), samples.slice(-2 * third, -third), samples.slice(-third)];
  const levelOf = (name: string, figure: (some: Sample[]) => number): Level => {
    const [first = 0, middle = 0, last = 0] = thirds.map(figure);
    return { name, first, middle, last, ratio: ratioOf(last, middle) };
  };
  const size = (name: string, isAmong: (table: TableSize) => boolean): Level =>
    levelOf(name, (some) => meanOf(some.map(({ tables }) => bytesOf(tables.filter(isAmong)) / 1_000_000)));
  const names = [...new Set(samples.flatMap(({ tables }) => tables.map(({ name }) => name)))];
  const sizes = [size('all', () => true), ...names.map((name) => size(name, (table) => table.name === name))];
  const memory = SERVICES.map((service) =>
    levelOf(service, (some) => meanOf(some.map(({ rssBytes }) => (rssBytes[service] ?? 0) / 1_000_000))),
  );
  const p99 = (name: string, of: 'callsMs' | 'arrivalsMs' | 'bareMs' | 'commitsMs'): Level =>
    levelOf(name, (some) =>
      percentile(
        some.flatMap((sample) => sample[of]),
        0.99,
      ),
    );
  const bare = [
    p99('a call to a server that only answers', 'bareMs'),
    p99('a commit of one row that nobody else uses', 'commitsMs'),
  ];
  const times = [p99('a call', 'callsMs'), p99('an event at its agent', 'arrivalsMs')];
  printLevels('Tables with their indexes, MB, mean', sizes);
  printLevels('Memory of the processes (RSS), MB, mean', memory);
  printLevels('p99, ms', [...times, ...bare]);
  printWorst(
    'a table',
    sizes.filter(({ last }) => last >= JUDGED_MB_MIN),
  );
  printWorst('a process', memory);
  // Whatever else runs on the machine slows these down as well.
  const slower = Math.max(1, ...bare.map(({ ratio }) => ratio));
  printWorst(
    'a p99, beyond those of the bare machine',
    times.map((level) => ({ ...level, ratio: level.ratio / slower })),
  );
  printLost(lost);
}

/** One figure in each third, and the last third by the middle one. */
interface Level {
  name: string;
  first: number;
  middle: number;
  last: number;
  ratio: number;
}

function printLevels(title: string, levels: Level[]): void {
  const lines = levels.map(({ name, first, middle, last, ratio }): Cell[] => [
    ...[name, first, middle, last, ratio],
  ]);
  printTable(title, ['', 'first third', 'middle', 'last', 'last / middle'], lines);
}

function printWorst(what: string, levels: Level[]): void {
  const worst = levels.reduce((a, b) => (b.ratio > a.ratio ? b : a));
  printVerdict(`the largest growth of ${what}, from the middle third to the last`, {
    figure: `${worst.ratio.toFixed(2)} times (${worst.name})`,
    target: `at most ${RATIO_MAX} times`,
    isMet: worst.ratio <= RATIO_MAX,
  });
}

function printLost({
  missing,
  failures,
  calls,
  failed,
  came,
  repeats,
  openRuns,
  skippedMinutes,
}: Lost): void {
  for (const failure of failures) say(failure);
  say(`${skippedMinutes} times a task got no run, because that of the minute before had not begun`);
  printVerdict(`${calls} calls, ${failed} of them failed; ${came} events came, ${repeats} again`, {
    figure: `${missing.length} did not come, ${openRuns} runs did not end`,
    target: 'nothing is lost',
    isMet: missing.length + openRuns === 0,
  });
  if (missing.length > 0) say(`did not come: ${missing.slice(0, 10).join('; ')}`);
}

function bytesOf(tables: TableSize[]): number {
  return tables.reduce((sum, { tableBytes, indexBytes }) => sum + tableBytes + indexBytes, 0);
}

function meanOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function megabytes(bytes: number): number {
  return bytes / 1_000_000;
}
