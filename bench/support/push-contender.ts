import type { BareSocketsCalls } from './bare-sockets-program.js';
import { tookMs } from './machine-clock.js';
import { machineCpuMs } from './processes.js';
import { Program } from './program.js';
import type { Calls } from './program-calls.js';
import type { Leftovers } from './run-bench.js';
import type { SocketClientsCalls } from './socket-clients-program.js';

export interface PushLoad {
  sockets: number;
  /** Of a round. */
  perSocket: number;
}

export interface PushRound {
  perSecond: number;
  /** CPU time per frame: of the pushing process, and of the whole machine. */
  pusherUs: number;
  machineUs: number;
  /** Of the server processes of the pusher's database, or 0. */
  postgresUs: number;
}

export interface PushContender {
  name: string;
  pusher: Program<Calls>;
  /** CPU time of the server processes of the pusher's database so far. Default: it has none. */
  postgresMs?: () => Promise<number>;
  /** Before anything counts, and before the time and the database count. */
  prepare?: () => Promise<void>;
  pileUp?: () => Promise<void>;
  /** Resolves with how long the round took, in milliseconds. */
  run: () => Promise<number>;
}

export async function pushRound(load: PushLoad, contender: PushContender): Promise<PushRound> {
  const { pusher, postgresMs = async () => 0 } = contender;
  const frames = load.sockets * load.perSocket;
  const perFrameUs = (ms: number): number => (ms * 1_000) / frames;
  await contender.prepare?.();
  const pusherMs = await pusher.cpuMs();
  await contender.pileUp?.();
  const postgresBeforeMs = await postgresMs();
  const machineMs = machineCpuMs();
  const roundMs = await contender.run();
  const machineUs = perFrameUs(machineCpuMs() - machineMs);
  return {
    perSecond: frames / (roundMs / 1_000),
    pusherUs: perFrameUs((await pusher.cpuMs()) - pusherMs),
    postgresUs: perFrameUs((await postgresMs()) - postgresBeforeMs),
    machineUs,
  };
}

/** The same frames to as many sockets, without proof of receipt. */
export async function barePusher(load: PushLoad, leftovers: Leftovers): Promise<PushContender> {
  const server = Program.start<BareSocketsCalls>('bare-sockets-program.js', leftovers);
  const clients = Program.start<SocketClientsCalls>('socket-clients-program.js', leftovers);
  await clients.ask('connectBare', { port: await server.ask('listen', undefined), count: load.sockets });
  let received = 0;
  return {
    name: 'bare ws',
    pusher: server,
    async run() {
      received += load.sockets * load.perSocket;
      const [startMs, receivedMs] = await Promise.all([
        server.ask('push', load.perSocket),
        clients.ask('received', received),
      ]);
      return tookMs(startMs, receivedMs);
    },
  };
}
