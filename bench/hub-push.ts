/** Events per second that one hub pushes, with receipt proven and recorded, beside a bare ws loop that proves nothing. */
import { hubOnMemory, hubOnRabbit } from './support/hub-pushers.js';
import { barePusher, pushRound } from './support/push-contender.js';
import type { PushContender, PushLoad, PushRound } from './support/push-contender.js';
import { printTable, printTarget } from './support/report.js';
import { interleaved } from './support/rounds.js';
import { runBench } from './support/run-bench.js';
import { median, ratioOf } from './support/statistics.js';

const LOAD: PushLoad = { sockets: 2_000, perSocket: 20 };
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);

await runBench(async (leftovers) => {
  const bare = await barePusher(LOAD, leftovers);
  const memory = await hubOnMemory(LOAD, leftovers);
  const { backlog, live } = await hubOnRabbit(LOAD, leftovers);
  const contenders = [bare, memory, backlog, live];
  const measured = await interleaved(contenders, {
    rounds: ROUNDS,
    measure: (contender) => pushRound(LOAD, contender),
  });
  const middle = (contender: PushContender, figure: keyof PushRound): number =>
    median(measured(contender).map((round) => round[figure]));
  const bareRate = middle(bare, 'perSecond');
  printTable(
    `Frames to ${LOAD.sockets} sockets, ${LOAD.sockets * LOAD.perSocket} a round, median of ${ROUNDS} rounds; CPU time per frame`,
    ['', 'frames/s', 'of bare', 'pusher µs', 'PostgreSQL µs', 'machine µs'],
    contenders.map((contender) => [
      contender.name,
      middle(contender, 'perSecond'),
      ratioOf(middle(contender, 'perSecond'), bareRate),
      middle(contender, 'pusherUs'),
      middle(contender, 'postgresUs'),
      middle(contender, 'machineUs'),
    ]),
  );
  const targets = [
    [memory, 0.5],
    [backlog, 0.4],
    [live, 0.3],
  ] as const;
  for (const [contender, atLeast] of targets) {
    const ratio = ratioOf(middle(contender, 'perSecond'), bareRate);
    printTarget(`${contender.name}, beside the bare loop`, ratio, { unit: 'times', atLeast });
  }
});
