/** Events per second that one hub pushes, with receipt proven and recorded, beside a bare ws loop. */
import { barePushers } from './support/bare-pushers.js';
import { checkoutAt, hubOnMemory, hubOnRabbit } from './support/hub-pushers.js';
import type { PushContender, PushLoad, PushRound } from './support/push-contender.js';
import { printTable, printVerdict, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import type { Leftovers } from './support/run-bench.js';
import { median, ratioOf } from './support/statistics.js';

const LOAD: PushLoad = { sockets: 2_000, perSocket: 20 };
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const TARGET_SHARE = 0.5;
const TITLE = `Frames to ${LOAD.sockets} sockets, ${LOAD.sockets * LOAD.perSocket} a round, median of ${ROUNDS} rounds; CPU time per frame`;
/** The root of another checkout, in which a measurement was run before. Then its hub is compared with this one's, and nothing else is measured. */
const BESIDE = process.env['BENCH_BESIDE'];

await runBench((leftovers) =>
  BESIDE === undefined ? besideBareLoops(leftovers) : besideOther(BESIDE, leftovers),
);

async function besideBareLoops(leftovers: Leftovers): Promise<void> {
  const bare = await barePushers(LOAD, leftovers);
  const memory = await hubOnMemory(LOAD, leftovers);
  const rabbit = await hubOnRabbit(LOAD, leftovers);
  const contenders = [...Object.values(bare), memory, ...Object.values(rabbit)];
  const middle = await measured(contenders);
  const share = (of: PushContender, beside: PushContender): number =>
    ratioOf(middle(of, 'perSecond'), middle(beside, 'perSecond'));
  printTable(
    TITLE,
    ['', 'frames/s', 'of not proven', 'of proven', 'of in step', 'pusher µs', 'clients µs', 'machine µs'],
    contenders.map((contender) => [
      contender.name,
      middle(contender, 'perSecond'),
      share(contender, bare.unproven),
      share(contender, bare.proven),
      share(contender, bare.inStep),
      middle(contender, 'pusherUs'),
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
}

async function besideOther(root: string, leftovers: Leftovers): Promise<void> {
  const checkout = await checkoutAt(root);
  const contenders = [
    await hubOnMemory(LOAD, leftovers, { name: 'the other', checkout }),
    await hubOnMemory(LOAD, leftovers, { name: 'this checkout' }),
  ];
  const middle = await measured(contenders);
  printTable(
    `${TITLE}, broker in memory`,
    ['', 'frames/s', 'hub µs', 'PostgreSQL µs', 'clients µs', 'machine µs'],
    contenders.map((contender) => [
      contender.name,
      ...(['perSecond', 'pusherUs', 'postgresUs', 'clientsUs', 'machineUs'] as const).map((figure) =>
        middle(contender, figure),
      ),
    ]),
  );
}

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
