/** Half an hour of steady load: whether tables, processes and answers stay as they are, without a loss. */
import { sleep } from '@svc/runtime';
import { Product } from '@svc/testkit';
import { printTable, printTarget, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import { openScratch } from './support/scratch.js';
import type { Scratch } from './support/scratch.js';
import { NO_RATE_LIMITS } from './support/services.js';
import type { SoakBook, SoakMinute } from './support/soak-book.js';
import { prepareSoak } from './support/soak-load.js';
import { percentile, ratioOf } from './support/statistics.js';

const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 30);
const RATIO_MAX = 1.2;
/** A failed delivery is tried again after 30 seconds. */
const SETTLE_MS_MAX = 90_000;
const SERVICES = ['gateway', 'websocket-hub', 'trigger-intake', 'scheduler', 'webhook-dispatcher'];

/** What was seen in one minute, or at its end. Sizes are in MB. */
interface Sample extends SoakMinute {
  /** All tables with their indexes. */
  tables: number;
  /** RSS of each service. */
  memory: Record<string, number>;
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
  const load = await prepareSoak(product.url, leftovers);
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
    const [tables, memory] = [await tablesSize(scratch), await memoryOf(product)];
    const sample = { ...book.take(), tables, memory };
    samples.push(sample);
    const callsPerSecond = (sample.callsMs.length / 60).toFixed(0);
    say(`minute ${samples.length}: ${callsPerSecond} calls/s, ${book.missing.length} events on their way`);
  }
  return samples;
}

async function tablesSize({ sql }: Scratch): Promise<number> {
  const [found] = await sql(`
    SELECT sum(pg_total_relation_size(oid))::float8 / 1e6 AS size FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`);
  return Number(found?.['size']);
}

async function memoryOf(product: Product): Promise<Record<string, number>> {
  const read = async (service: string): Promise<[string, number]> => {
    const metrics = await product.metrics(service);
    return [service, Number(/^process_resident_memory_bytes\S* (\S+)/m.exec(metrics)?.[1]) / 1e6];
  };
  return Object.fromEntries(await Promise.all(SERVICES.map(read)));
}

/** Resolves with the runs that have not ended. Tasks come due each minute, so one may be under way. */
async function settle({ sql }: Scratch, load: Awaited<ReturnType<typeof prepareSoak>>): Promise<number> {
  const endMs = performance.now() + SETTLE_MS_MAX;
  for (;;) {
    await load.pollAll();
    const [found] = await sql(
      `SELECT count(*)::int AS open FROM task_run
        WHERE status IN ('pending', 'running') AND started_at < now() - interval '10 seconds'`,
    );
    const openRuns = Number(found?.['open']);
    if ((load.book.missing.length === 0 && openRuns === 0) || performance.now() > endMs) return openRuns;
    await sleep(1_000);
  }
}

/** The first third is for the caches, the heaps and the tables to find their size. */
function judge(samples: Sample[]): void {
  const third = Math.max(2, Math.floor(samples.length / 3));
  const thirds = [samples.slice(0, third), samples.slice(-2 * third, -third), samples.slice(-third)];
  const judgeOne = (what: string, figures: [string, (some: Sample[]) => number][]): void => {
    const lines = figures.map(([name, figure]) => {
      const [first = NaN, middle = NaN, last = NaN] = thirds.map(figure);
      return [name, { first, middle, last, ratio: last <= 0 ? 0 : ratioOf(last, middle) }] as const;
    });
    printTable(`${what}, in thirds of the time`, lines);
    const [name, { ratio }] = lines.reduce((a, b) => (b[1].ratio > a[1].ratio ? b : a));
    const bound = { unit: 'times', atMost: RATIO_MAX } as const;
    printTarget(`${what}, in the last third beside the middle one (${name})`, ratio, bound);
  };
  const growth = (some: Sample[]): number =>
    ((some.at(-1)?.tables ?? NaN) - (some[0]?.tables ?? NaN)) / (some.length - 1);
  const mean = (service: string) => (some: Sample[]) =>
    some.reduce((all, { memory }) => all + (memory[service] ?? NaN), 0) / some.length;
  const p99 = (of: 'callsMs' | 'arrivalsMs') => (some: Sample[]) =>
    percentile(
      some.flatMap((sample) => sample[of]),
      0.99,
    );
  judgeOne('growth of the tables with their indexes, MB a minute', [['all tables', growth]]);
  judgeOne(
    'memory of the processes (RSS), MB, mean',
    SERVICES.map((service) => [service, mean(service)]),
  );
  judgeOne('p99, ms', [
    ['a call', p99('callsMs')],
    ['an event at its agent', p99('arrivalsMs')],
  ]);
}

function printLost({ missing, failures, totals }: SoakBook, openRuns: number): void {
  for (const failure of failures) say(failure);
  const isMet = missing.length + openRuns === 0;
  console.log(`${totals.calls} calls, ${totals.failed} of them failed; ${totals.came} events came`);
  const lost = `${missing.length} did not come, ${openRuns} runs did not end`;
  console.log(`${isMet ? '✓' : '✗'} ${lost} (target: nothing is lost)`);
  if (missing.length > 0) say(`did not come: ${missing.slice(0, 10).join('; ')}`);
}
