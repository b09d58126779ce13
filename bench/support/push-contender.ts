import { machineCpuMs } from './machine-time.js';
import type { Program } from './program.js';
import type { Calls } from './program-calls.js';

export interface PushLoad {
  sockets: number;
  /** Frames per socket and round. */
  perSocket: number;
}

export interface PushRound {
  perSecond: number;
  /** CPU time per frame in microseconds: of the pushing process, of the clients', and of the whole machine. */
  pusherUs: number;
  clientsUs: number;
  /** Of the server processes of the pusher's database. 0 if it has none. */
  postgresUs: number;
  machineUs: number;
}

/** Something that pushes frames, measured in rounds beside others. */
export interface PushContender {
  name: string;
  round: () => Promise<PushRound>;
}

interface Pushing {
  load: PushLoad;
  pusher: Program<Calls>;
  clients: Program<Calls>;
  /** CPU time of the server processes of the pusher's database so far, in milliseconds. Default: it has none. */
  postgresMs?: () => Promise<number>;
  /** What comes before the time that counts. */
  before?: () => Promise<void>;
  /** Resolves with the time that the round took, in milliseconds. */
  run: () => Promise<number>;
}

export async function measuredRound({
  load,
  pusher,
  clients,
  postgresMs = async () => 0,
  before,
  run,
}: Pushing): Promise<PushRound> {
  const frames = load.sockets * load.perSocket;
  const perFrameUs = (ms: number): number => (ms * 1_000) / frames;
  const [pusherMs, clientsMs] = await Promise.all([pusher.cpuMs(), clients.cpuMs()]);
  await before?.();
  const postgresBeforeMs = await postgresMs();
  const machineMs = machineCpuMs();
  const tookMs = await run();
  const machineUs = perFrameUs(machineCpuMs() - machineMs);
  return {
    perSecond: frames / (tookMs / 1_000),
    pusherUs: perFrameUs((await pusher.cpuMs()) - pusherMs),
    clientsUs: perFrameUs((await clients.cpuMs()) - clientsMs),
    postgresUs: perFrameUs((await postgresMs()) - postgresBeforeMs),
    machineUs,
  };
}
