import type { BarePush, BareSocketsCalls } from './bare-sockets-program.js';
import { Program } from './program.js';
import { measuredRound } from './push-contender.js';
import type { PushContender, PushLoad } from './push-contender.js';
import type { Leftovers } from './run-bench.js';
import type { SocketClientsCalls } from './socket-clients-program.js';

/** As many frames under way as a hub takes from its broker at once. */
const IN_STEP = 2_000;

/** Plain ws servers that send the same frames to as many sockets: without proof of receipt, and with the hub's own. */
export async function barePushers(
  load: PushLoad,
  leftovers: Leftovers,
): Promise<Record<'unproven' | 'proven' | 'inStep', PushContender>> {
  const server = Program.start<BareSocketsCalls>('bare-sockets-program.js', leftovers);
  const clients = Program.start<SocketClientsCalls>('socket-clients-program.js', leftovers);
  await clients.ask('connectBare', { port: await server.ask('listen', undefined), count: load.sockets });
  let received = 0;

  function contender(name: string, unprovenMax: BarePush['unprovenMax']): PushContender {
    return {
      name,
      round() {
        received += load.sockets * load.perSocket;
        const run = async (): Promise<number> => {
          const [pushed, allReceivedMs] = await Promise.all([
            server.ask('push', { perSocket: load.perSocket, unprovenMax }),
            clients.ask('received', received),
          ]);
          return Math.max(pushed.endMs, allReceivedMs) - pushed.startMs;
        };
        return measuredRound({ load, pusher: server, clients, run });
      },
    };
  }
  return {
    unproven: contender('bare ws, not proven', null),
    proven: contender('bare ws, proven by pong', Number.MAX_SAFE_INTEGER),
    inStep: contender(`bare ws, proven by pong, ${IN_STEP} under way`, IN_STEP),
  };
}
