/** Memory of a connected, authenticated agent in a hub, beside that of a bare ws connection. */
import type { BareSocketsCalls } from './support/bare-sockets-program.js';
import { insertAgents } from './support/fixtures.js';
import { startHub } from './support/hub-pushers.js';
import { openBackends } from './support/scratch.js';
import { Program } from './support/program.js';
import type { Calls, Memory } from './support/program-calls.js';
import { printTable, printTarget, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import type { Leftovers } from './support/run-bench.js';
import type { SocketClientsCalls } from './support/socket-clients-program.js';
import { median, ratioOf } from './support/statistics.js';

const SOCKETS = 10_000;
/** So many clients share a process, so that one need not hold them all. */
const SOCKETS_PER_CLIENT_PROCESS = 5_000;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const TARGET_RATIO = 1.25;

/** Bytes per connection. */
interface Footprint {
  rss: number;
  heap: number;
}

await runBench(async (leftovers) => {
  const bare: Footprint[] = [];
  const hub: Footprint[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await bareFootprint(leftovers));
    hub.push(await hubFootprint(leftovers));
    say(`round ${round + 1}: bare ${kib(bare.at(-1)?.rss)} KiB, hub ${kib(hub.at(-1)?.rss)} KiB`);
  }
  const middle = (all: Footprint[], figure: keyof Footprint): number =>
    median(all.map((footprint) => footprint[figure]));
  const ratio = (figure: keyof Footprint): number => ratioOf(middle(hub, figure), middle(bare, figure));
  const line = (name: string, all: Footprint[]): (string | number)[] => [
    name,
    kib(middle(all, 'rss')),
    kib(middle(all, 'heap')),
  ];
  printTable(
    `Memory per connection at ${SOCKETS} connections, in KiB, median of ${ROUNDS} rounds`,
    ['', 'resident', 'heap'],
    [line('bare ws', bare), line('hub, authenticated agent', hub)],
  );
  for (const [name, figure] of [
    ['resident memory', 'rss'],
    ['heap', 'heap'],
  ] as const) {
    printTarget(`${name} of an agent, beside a bare connection`, {
      figure: ratio(figure).toFixed(2),
      target: `at most ${TARGET_RATIO}`,
      isMet: ratio(figure) <= TARGET_RATIO,
    });
  }
});

async function bareFootprint(leftovers: Leftovers): Promise<Footprint> {
  const server = Program.start<BareSocketsCalls>('bare-sockets-program.js', leftovers);
  const port = await server.ask('listen', undefined);
  return footprint(server, leftovers, (clients, _first, count) =>
    clients.ask('connectBare', { port, count }),
  );
}

async function hubFootprint(leftovers: Leftovers): Promise<Footprint> {
  const backends = await openBackends(leftovers);
  const agents = await insertAgents(backends, SOCKETS);
  const { hub, port } = await startHub(backends, 'rabbit', leftovers);
  return footprint(hub, leftovers, (clients, first, count) =>
    clients.ask('connectAgents', { port, agents: agents.slice(first, first + count) }),
  );
}

/** What the connections add to the server's process. A few that come and go before let it load its code and open its pools. */
async function footprint<Served extends Calls>(
  server: Program<Served>,
  leftovers: Leftovers,
  connect: (clients: Program<SocketClientsCalls>, first: number, count: number) => Promise<void>,
): Promise<Footprint> {
  const warmUp = Program.start<SocketClientsCalls>('socket-clients-program.js', leftovers);
  await connect(warmUp, 0, 100);
  await warmUp.stop();
  const before = await server.memory();
  const processes: Program<SocketClientsCalls>[] = [];
  for (let first = 0; first < SOCKETS; first += SOCKETS_PER_CLIENT_PROCESS) {
    const clients = Program.start<SocketClientsCalls>('socket-clients-program.js', leftovers);
    processes.push(clients);
    await connect(clients, first, SOCKETS_PER_CLIENT_PROCESS);
  }
  const after = await server.memory();
  await Promise.all(processes.map((clients) => clients.stop()));
  await server.stop();
  return perConnection(before, after);
}

function perConnection(before: Memory, after: Memory): Footprint {
  const added = (figure: keyof Memory): number => (after[figure] - before[figure]) / SOCKETS;
  return { rss: added('rssBytes'), heap: added('heapUsedBytes') };
}

function kib(bytes = Number.NaN): string {
  return (bytes / 1_024).toFixed(2);
}
