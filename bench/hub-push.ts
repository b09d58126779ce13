/** Events per second that one hub pushes, with receipt proven and recorded, beside a bare ws loop. */
import { barePushers } from './support/bare-pushers.js';
import { hubOnMemory, hubOnRabbit } from './support/hub-pushers.js';
import type { PushContender, PushLoad, PushRound } from './support/push-contender.js';
import { printTable, printVerdict, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import { median, ratioOf } from './support/statistics.js';

const LOAD: PushLoad = { sockets: 2_000, perSocket: 20 };
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const TARGET_SHARE = 0.5;
const TITLE = `Frames to ${LOAD.sockets} sockets, ${LOAD.sockets * LOAD.perSocket} a round, median of ${ROUNDS} rounds; CPU time per frame`;

await runBench(async (leftovers) => {
  const bare = await barePushers(LOAD, leftovers);
  const memory = await hubOnMemory(LOAD, leftovers);
  const rabbit = await hubOnRabbit(LOAD, leftovers);
  const contenders = [...Object.values(bare), memory, ...Object.values(rabbit)];
  const middle = await measured(contenders);
  const share = (of: PushContender, beside: PushContender): number =>
    ratioOf(middle(of, 'perSecond'), middle(beside, 'perSecond'));
  printTable(
    TITLE,
    [
      '',
      'frames/s',
      'of not proven',
      'of proven',
      'of in step',
      'pusher µs',
      'PostgreSQL µs',
      'clients µs',
      'machine µs',
    ],
    contenders.map((contender) => [
      contender.name,
      middle(contender, 'perSecond'),
      share(contender, bare.unproven),
      share(contender, bare.proven),
      share(contender, bare.inStep),
      middle(contender, 'pusherUs'),
      middle(contender, 'postgresUs'),
      middle(contender, 'clientsUs'),
      middle(contender, 'machineUs'),
    ]),
  );
  for (const contender of [memory, rabbit.backlog, rabbit.live]) {
    const reached = share(contender, bare.inStep);
    printVerdict(`${contender.name}, beside the bare loop in step`, {
      figure: reached.toFixed(2),
      target: `at least ${TARGET_SHARE}`,
      isMet: reached >= TARGET_SHARE,
    });
  }
});

/** Lets all work in turns. Returns the median of each figure. */
async function measured(
  contenders: readonly PushContender[],
): Promise<(contender: PushContender, figure: keyof PushRound) => number> {
  const rounds = new Map<PushContender, PushRound[]>(contenders.map((contender) => [contender, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const contender of contenders) {
      const figures = await contender.round();
      say(`${contender.name}: ${Math.round(figures.perSecond).toLocaleString('en-US')}/s`);
      // The first round warms up.
      if (round > 0) rounds.get(contender)?.push(figures);
    }
  }
  return (contender, figure) => median((rounds.get(contender) ?? []).map((round) => round[figure]));
}
