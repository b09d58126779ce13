import type { Contender } from './contender.js';
import { tookMs } from './machine-clock.js';
import type { PeerCalls } from './peer-program.js';
import { Program } from './program.js';
import type { Leftovers } from './run-bench.js';

/** A peer with one process that adds and one that works, as a call and its work are in two places with us, too. */
export async function peerContender(
  name: string,
  { file, url, leftovers }: { file: string; url: string; leftovers: Leftovers },
): Promise<Contender> {
  const adder = Program.start<PeerCalls>(file, leftovers);
  const worker = Program.start<PeerCalls>(file, leftovers);
  await adder.ask('openAdder', url);
  await worker.ask('openWorker', url);
  let added = 0;
  return {
    name,
    async flood(load) {
      const { count, startMs, endMs } = await adder.ask('flood', load);
      const begunMs = await worker.ask('begun', (added += count));
      await worker.ask('takeStarts', undefined);
      return {
        answersPerSecond: (count * 1_000) / tookMs(startMs, endMs),
        startsPerSecond: (count * 1_000) / tookMs(startMs, begunMs),
      };
    },
    async pace(load) {
      const answersMs = await adder.ask('pace', load);
      await worker.ask('begun', (added += load.count));
      return { answersMs, startsMs: await worker.ask('takeStarts', undefined) };
    },
  };
}
