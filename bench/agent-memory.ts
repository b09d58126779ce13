/** Memory of a connected, authenticated agent in a hub, beside that of a bare ws connection. */
import type { BareSocketsCalls } from './support/bare-sockets-program.js';
import { insertAgents } from './support/fixtures.js';
import { startHub } from './support/hub-pushers.js';
import { Program } from './support/program.js';
import type { Calls, Memory } from './support/program-calls.js';
import { printTable, printTarget, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import type { Leftovers } from './support/run-bench.js';
import { openBackends } from './support/scratch.js';
import type { SocketClientsCalls } from './support/socket-clients-program.js';
import { median, ratioOf } from './support/statistics.js';

const SOCKETS = 10_000;
/** So many clients share a process, so that one need not hold them all. */
const SOCKETS_PER_CLIENT_PROCESS = 5_000;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const TARGET_RATIO = 1.25;

await runBench(async (leftovers) => {
  const bare: Memory[] = [];
  const hub: Memory[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    bare.push(await bareFootprint(leftovers));
    hub.push(await hubFootprint(leftovers));
    say(`round ${round}: bare ${kib(bare, 'rssBytes')} KiB, hub ${kib(hub, 'rssBytes')} KiB so far`);
  }
  printTable(
    `Memory per connection at ${SOCKETS} connections, in KiB, median of ${ROUNDS} rounds`,
    ['', 'resident', 'heap'],
    [
      ['bare ws', kib(bare, 'rssBytes'), kib(bare, 'heapUsedBytes')],
      ['hub, authenticated agent', kib(hub, 'rssBytes'), kib(hub, 'heapUsedBytes')],
    ],
  );
  const names = { rssBytes: 'resident memory', heapUsedBytes: 'heap' } as const;
  for (const figure of ['rssBytes', 'heapUsedBytes'] as const)
    printTarget(
      `${names[figure]} of an agent, beside a bare connection`,
      ratioOf(middle(hub, figure), middle(bare, figure)),
      { unit: 'times', atMost: TARGET_RATIO },
    );
});

function middle(rounds: readonly Memory[], figure: keyof Memory): number {
  return median(rounds.map((round) => round[figure]));
}

function kib(rounds: readonly Memory[], figure: keyof Memory): string {
  return (middle(rounds, figure) / 1_024).toFixed(2);
}

async function bareFootprint(leftovers: Leftovers): Promise<Memory> {
  const server = Program.start<BareSocketsCalls>('bare-sockets-program.js', leftovers);
  const port = await server.ask('listen', undefined);
  return footprint(server, leftovers, (clients, _first, count) =>
    clients.ask('connectBare', { port, count }),
  );
}

async function hubFootprint(leftovers: Leftovers): Promise<Memory> {
  const backends = await openBackends(leftovers);
  const agents = await insertAgents(backends, SOCKETS);
  const { hub, port } = await startHub(backends, 'rabbit', leftovers);
  return footprint(hub, leftovers, (clients, first, count) =>
    clients.ask('connectAgents', { port, agents: agents.slice(first, first + count) }),
  );
}

/** Added to the server's process by a connection. A few before let it load its code and open its pools. */
async function footprint<Served extends Calls>(
  server: Program<Served>,
  leftovers: Leftovers,
  connect: (clients: Program<SocketClientsCalls>, first: number, count: number) => Promise<void>,
): Promise<Memory> {
  const startClients = () => Program.start<SocketClientsCalls>('socket-clients-program.js', leftovers);
  const warmUp = startClients();
  await connect(warmUp, 0, 100);
  await warmUp.stop();
  const before = await server.memory();
  const processes: Program<SocketClientsCalls>[] = [];
  for (let first = 0; first < SOCKETS; first += SOCKETS_PER_CLIENT_PROCESS) {
    const clients = startClients();
    processes.push(clients);
    await connect(clients, first, SOCKETS_PER_CLIENT_PROCESS);
  }
  const after = await server.memory();
  await Promise.all(processes.map((clients) => clients.stop()));
  await server.stop();
  const added = (figure: keyof Memory): number => (after[figure] - before[figure]) / SOCKETS;
  return { rssBytes: added('rssBytes'), heapUsedBytes: added('heapUsedBytes') };
}
