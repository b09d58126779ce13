/** Half an hour of steady load: whether tables, processes and answers stay as they are, without a loss. */
import { sleep } from '@svc/runtime';
import { Product } from '@svc/testkit';
import { printOutcome, printTable, printTarget, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import { openScratch } from './support/scratch.js';
import type { Scratch } from './support/scratch.js';
import { NO_RATE_LIMITS } from './support/service-process.js';
import type { SoakBook, SoakMinute } from './support/soak-book.js';
import { SoakLoad } from './support/soak-load.js';
import { percentile, ratioOf } from './support/statistics.js';

const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 30);
const RATIO_MAX = 1.2;
/** A failed delivery is tried again after 30 seconds. */
const SETTLE_MS_MAX = 90_000;
const SERVICES = ['gateway', 'websocket-hub', 'trigger-intake', 'scheduler', 'webhook-dispatcher'];

/** What was seen in one minute, or at its end. */
interface Sample extends SoakMinute {
  /** Bytes of each table with its indexes. */
  tables: Map<string, number>;
  /** RSS of each service, in bytes. */
  memory: Map<string, number>;
}

await runBench(async (leftovers) => {
  const scratch = await openScratch(leftovers);
  const [server] = await scratch.sql('SHOW autovacuum');
  if (server?.['autovacuum'] !== 'on')
    throw new Error('autovacuum is off on this server, so tables would grow');
  const settings = {
    ...NO_RATE_LIMITS,
    DATABASE_URL: scratch.databaseUrl,
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  };
  const product = await Product.prepare({ mode: 'services', settings });
  leftovers.later(() => product.remove());
  await product.start();
  const load = await SoakLoad.prepare(product.url, leftovers);
  const [samples] = await Promise.all([observe(product, scratch, load.book), load.run(MINUTES * 60)]);
  say('waiting for what is under way');
  const openRuns = await settle(scratch, load);
  judge(samples);
  printLost(load.book, openRuns);
});

/** One sample per minute. */
async function observe(product: Product, scratch: Scratch, book: SoakBook): Promise<Sample[]> {
  const samples: Sample[] = [];
  const beganMs = performance.now();
  while (samples.length < MINUTES) {
    await sleep(Math.max(0, beganMs + (samples.length + 1) * 60_000 - performance.now()));
    const sample = {
      ...book.take(),
      tables: await tableSizes(scratch),
      memory: await memoryOf(product),
    };
    samples.push(sample);
    const megabytes = (sizes: Map<string, number>): string => (sum(sizes) / 1e6).toFixed(1);
    say(
      `minute ${samples.length}: ${(sample.callsMs.length / 60).toFixed(0)} calls/s, p99 ${percentile(sample.callsMs, 0.99).toFixed(0)} ms, ` +
        `at the agent ${percentile(sample.arrivalsMs, 0.99).toFixed(0)} ms, ` +
        `tables ${megabytes(sample.tables)} MB, processes ${megabytes(sample.memory)} MB, ${book.missing.length} on their way`,
    );
  }
  return samples;
}

/** A table stands for all its partitions. */
async function tableSizes({ sql }: Scratch): Promise<Map<string, number>> {
  const found = await sql(`
    SELECT coalesce(p.relname, c.relname) AS name, sum(pg_total_relation_size(c.oid))::float8 AS bytes
      FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class p ON p.oid = i.inhparent
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace GROUP BY 1 ORDER BY 2 DESC`);
  return new Map(found.map(({ name, bytes }) => [String(name), Number(bytes)]));
}

async function memoryOf(product: Product): Promise<Map<string, number>> {
  const read = async (service: string): Promise<[string, number]> => {
    const metrics = await product.metrics(service);
    return [service, Number(/^process_resident_memory_bytes\S* (\S+)/m.exec(metrics)?.[1])];
  };
  return new Map(await Promise.all(SERVICES.map(read)));
}

/** Resolves with the runs that have not ended. Tasks come due each minute, so one may be under way. */
async function settle({ sql }: Scratch, load: SoakLoad): Promise<number> {
  const endMs = performance.now() + SETTLE_MS_MAX;
  for (;;) {
    await load.pollAll();
    const [found] = await sql(
      `SELECT count(*)::int AS open FROM task_run WHERE status IN ('pending', 'running') AND started_at < now() - interval '10 seconds'`,
    );
    const openRuns = Number(found?.['open']);
    if ((load.book.missing.length === 0 && openRuns === 0) || performance.now() > endMs) return openRuns;
    await sleep(1_000);
  }
}

type Level = [name: string, first: number, middle: number, last: number, ratio: number];

/** The first third is for the caches, the heaps and the tables to find their size. */
function judge(samples: Sample[]): void {
  const third = Math.max(2, Math.floor(samples.length / 3));
  const thirds = [samples.slice(0, third), samples.slice(-2 * third, -third), samples.slice(-third)];
  const level = (name: string, figure: (some: Sample[]) => number): Level => {
    const [first = NaN, middle = NaN, last = NaN] = thirds.map(figure);
    return [name, first, middle, last, last <= 0 ? 0 : ratioOf(last, middle)];
  };
  const grown = (of: (sample: Sample) => number) => (some: Sample[]) =>
    (of(some.at(-1) as Sample) - of(some[0] as Sample)) / 1e6 / (some.length - 1);
  const p99 = (of: 'callsMs' | 'arrivalsMs') => (some: Sample[]) =>
    percentile(
      some.flatMap((sample) => sample[of]),
      0.99,
    );
  const mean = (service: string) => (some: Sample[]) =>
    some.reduce((all, of) => all + (of.memory.get(service) ?? NaN), 0) / some.length / 1e6;
  const memory = SERVICES.map((service) => level(service, mean(service)));
  const growth = grown((sample) => sum(sample.tables));
  const tables = [level('all tables', growth)];
  const times = [level('a call', p99('callsMs')), level('an event at its agent', p99('arrivalsMs'))];
  const header = ['', 'first third', 'middle', 'last', 'last / middle'];
  printTable('Growth of the tables with their indexes, MB a minute', header, tables);
  printTable('Memory of the processes (RSS), MB, mean', header, memory);
  printTable('p99, ms', header, times);
  printWorst('the growth of the tables', tables);
  printWorst('the memory of a process', memory);
  printWorst('a p99', times);
}

function printWorst(what: string, levels: Level[]): void {
  const [name, , , , ratio] = levels.reduce((a, b) => (b[4] > a[4] ? b : a));
  const where = `${what}, in the last third beside the middle one (${name})`;
  printTarget(where, ratio, { unit: 'times', atMost: RATIO_MAX });
}

function printLost({ missing, failures, totals }: SoakBook, openRuns: number): void {
  for (const failure of failures) say(failure);
  printOutcome(`${totals.calls} calls, ${totals.failed} of them failed; ${totals.came} events came`, {
    figure: `${missing.length} did not come, ${openRuns} runs did not end`,
    target: 'nothing is lost',
    isMet: missing.length + openRuns === 0,
  });
  if (missing.length > 0) say(`did not come: ${missing.slice(0, 10).join('; ')}`);
}

function sum(sizes: Map<string, number>): number {
  return [...sizes.values()].reduce((all, bytes) => all + bytes, 0);
}
