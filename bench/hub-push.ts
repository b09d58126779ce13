/** Events per second that one hub pushes, with receipt proven and recorded, beside a bare ws loop. */
import { barePusher, hubOnMemory, hubOnRabbit, pushRound } from './support/pushers.js';
import type { Pusher, PushLoad, PushRound } from './support/pushers.js';
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
  const pushers = [bare, memory, backlog, live];
  const measured = await interleaved(pushers, {
    rounds: ROUNDS,
    measure: (pusher) => pushRound(LOAD, pusher),
  });
  const middle = (pusher: Pusher, figure: keyof PushRound): number =>
    median(measured(pusher).map((round) => round[figure]));
  const ratio = (pusher: Pusher) => ratioOf(middle(pusher, 'perSecond'), middle(bare, 'perSecond'));
  const frames = LOAD.sockets * LOAD.perSocket;
  printTable(
    `Frames to ${LOAD.sockets} sockets, ${frames} a round, median of ${ROUNDS} rounds; CPU time per frame`,
    pushers.map((pusher) => [
      pusher.name,
      {
        'frames/s': middle(pusher, 'perSecond'),
        'of bare': ratio(pusher),
        'pusher µs': middle(pusher, 'pusherUs'),
        'PostgreSQL µs': middle(pusher, 'postgresUs'),
      },
    ]),
  );
  const target = (pusher: Pusher, atLeast: number) =>
    printTarget(`${pusher.name}, beside the bare loop`, ratio(pusher), { unit: 'times', atLeast });
  target(memory, 0.35);
  target(backlog, 0.3);
  target(live, 0.25);
});
