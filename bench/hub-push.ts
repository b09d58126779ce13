/** Events per second that one hub pushes, with receipt proven and recorded, beside a bare ws loop. */
import { barePushers } from './support/bare-pushers.js';
import { hubOnMemory, hubOnRabbit } from './support/hub-pushers.js';
import type { PushContender, PushLoad, PushRound } from './support/push-contender.js';
import { printTable, printVerdict, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import { median } from './support/statistics.js';

const LOAD: PushLoad = { sockets: 2_000, perSocket: 20 };
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const TARGET_SHARE = 0.5;

await runBench(async (leftovers) => {
  const bare = await barePushers(LOAD, leftovers);
  const memory = await hubOnMemory(LOAD, leftovers);
  const rabbit = await hubOnRabbit(LOAD, leftovers);
  const contenders = [...Object.values(bare), memory, ...Object.values(rabbit)];
  const rounds = new Map<PushContender, PushRound[]>(contenders.map((contender) => [contender, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const contender of contenders) {
      const measured = await contender.round();
      say(`${contender.name}: ${Math.round(measured.perSecond).toLocaleString('en-US')}/s`);
      // The first round warms up.
      if (round > 0) rounds.get(contender)?.push(measured);
    }
  }

  const middle = (contender: PushContender, figure: keyof PushRound): number =>
    median((rounds.get(contender) ?? []).map((round) => round[figure]));
  const share = (of: PushContender, beside: PushContender): number =>
    middle(of, 'perSecond') / middle(beside, 'perSecond');
  printTable(
    `Frames to ${LOAD.sockets} sockets, ${LOAD.sockets * LOAD.perSocket} a round, median of ${ROUNDS} rounds; CPU time per frame`,
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
});
