/** What each of the hottest operations costs, by process: CPU, statements, rows, WAL, messages of the broker. */
import { sleep } from '@svc/runtime';
import { hotOperations } from './support/hot-operations.js';
import type { HotOperation } from './support/hot-operations.js';
import { SERVICES, startMeteredServices } from './support/metered-services.js';
import type { Usage } from './support/metered-services.js';
import { printTable, say } from './support/report.js';
import { runBench } from './support/run-bench.js';

/** Times that each operation is carried out. */
const TIMES = Number(process.env['BENCH_OPERATIONS'] ?? 1_000);
/** Before that, while the processes compile their code. */
const WARM_UP_TIMES = 200;
const AT_ONCE = 16;
/** What follows from an operation when its effect is there, such as receipts, in milliseconds. */
const SETTLE_MS = 1_000;
const IDLE_MS = 5_000;

/** What one operation used, or a second without any. */
type Cost = Omit<Usage, 'atMs'>;

await runBench(async (leftovers) => {
  const services = await startMeteredServices(leftovers);
  const operations = await hotOperations(services, leftovers);
  for (const operation of operations) await carryOut(operation, -WARM_UP_TIMES, 0);
  say('idle');
  const idle = await costOf(() => sleep(IDLE_MS));
  const perMs = divided(idle.cost, idle.tookMs);
  const costs: [string, Cost][] = [];
  for (const operation of operations) {
    say(operation.name);
    const { cost, tookMs } = await costOf(() => carryOut(operation, 0, TIMES));
    costs.push([operation.name, divided(without(cost, perMs, tookMs), TIMES)]);
  }
  print(costs, divided(idle.cost, idle.tookMs / 1_000));

  async function costOf(work: () => Promise<void>): Promise<{ cost: Cost; tookMs: number }> {
    const before = await services.usage();
    await work();
    await sleep(SETTLE_MS);
    const after = await services.usage();
    return { cost: combined(after, before, (a, b) => a - b), tookMs: after.atMs - before.atMs };
  }
});

/** @param first the number of the first, up to which and without which `end` counts. */
async function carryOut(operation: HotOperation, first: number, end: number): Promise<void> {
  let next = first;
  const caller = async (): Promise<void> => {
    while (next < end) {
      next += 1;
      await operation.carryOut(next - 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
}

function combined(a: Cost, b: Cost, operation: (a: number, b: number) => number): Cost {
  const of = (name: Exclude<keyof Cost, 'cpuMs'>): number => operation(a[name], b[name]);
  const names = Object.keys(a.cpuMs);
  return {
    cpuMs: Object.fromEntries(names.map((name) => [name, operation(a.cpuMs[name] ?? 0, b.cpuMs[name] ?? 0)])),
    statements: of('statements'),
    rows: of('rows'),
    walBytes: of('walBytes'),
    databaseBytes: of('databaseBytes'),
    published: of('published'),
    delivered: of('delivered'),
    brokerBytes: of('brokerBytes'),
  };
}

function divided(cost: Cost, by: number): Cost {
  return combined(cost, cost, (value) => value / by);
}

/** The cost without what the services use while nothing happens. */
function without(cost: Cost, perMs: Cost, tookMs: number): Cost {
  return combined(cost, perMs, (value, idle) => Math.max(0, value - idle * tookMs));
}

function print(costs: [string, Cost][], idle: Cost): void {
  const processes = ['PostgreSQL', 'RabbitMQ', ...SERVICES];
  const lines: [string, Cost][] = [...costs, ['a second of nothing', idle]];
  printTable(
    `Microseconds of CPU per operation, ${TIMES} of each, ${AT_ONCE} at once`,
    ['', ...processes, 'together'],
    lines.map(([name, { cpuMs }]) => {
      const each = processes.map((process) => (cpuMs[process] ?? 0) * 1_000);
      return [name, ...[...each, each.reduce((sum, one) => sum + one, 0)].map((one) => one.toFixed(0))];
    }),
  );
  printTable(
    'Per operation',
    ['', 'statements', 'rows', 'WAL, B', 'to and from PostgreSQL, B', 'published', 'delivered', 'AMQP, B'],
    lines.map(([name, cost]) => [
      name,
      ...[cost.statements, cost.rows].map((count) => count.toFixed(2)),
      ...[cost.walBytes, cost.databaseBytes].map((bytes) => bytes.toFixed(0)),
      ...[cost.published, cost.delivered].map((count) => count.toFixed(2)),
      cost.brokerBytes.toFixed(0),
    ]),
  );
}
