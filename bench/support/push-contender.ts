import type { BareSocketsCalls } from './bare-sockets-program.js';
import { tookMs } from './machine-clock.js';
import { machineCpuMs } from './processes.js';
import { Program } from './program.js';
import type { Calls } from './program-calls.js';
import type { Leftovers } from './run-bench.js';
import type { SocketClientsCalls } from './socket-clients-program.js';

export interface PushLoad {
  sockets: number;
  /** Frames per socket and round. */
  perSocket: number;
}

export interface PushRound {
  perSecond: number;
  /** CPU time per frame in microseconds: of the pushing process, and of the whole machine. */
  pusherUs: number;
  machineUs: number;
  /** Of the server processes of the pusher's database. 0 if it has none. */
  postgresUs: number;
}

export interface PushContender {
  name: string;
  pusher: Program<Calls>;
  /** CPU time of the server processes of the pusher's database so far. Default: it has none. */
  postgresMs?: () => Promise<number>;
  /** What comes before anything counts, and what comes before the time and the database count. */
  prepare?: () => Promise<void>;
  pileUp?: () => Promise<void>;
  /** Resolves with the time that the round took, in milliseconds. */
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

/** A plain ws server that sends the same frames to as many sockets, without proof of receipt. */
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
