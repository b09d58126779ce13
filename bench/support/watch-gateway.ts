import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from './place.js';
import { processCpuMs } from './process-time.js';

/** Shorter than a call may wait, so that no call ends meanwhile. */
export const WATCHED_MS = 20_000;

/** Shares of a core. */
export interface Watched {
  gateway: number;
  postgres: number;
  /** Sampled. */
  connectionsInUse: number;
}

/** What a gateway and its connections' server processes use of a core, over {@link WATCHED_MS}. */
export async function watchGateway(place: Place, gatewayPid: number): Promise<Watched> {
  const backends = async () =>
    (
      await place.sql(
        `SELECT pid, state FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      )
    ).map(({ pid, state }) => ({ pid: Number(pid), isInUse: state === 'active' }));
  const used = () => ({ gateway: processCpuMs(gatewayPid), startMs: performance.now() });
  const before = used();
  const seen = new Map((await backends()).map(({ pid }) => [pid, processCpuMs(pid)]));
  const latest = new Map(seen);
  let connectionsInUse = 0;
  while (performance.now() - before.startMs < WATCHED_MS) {
    const now = await backends();
    connectionsInUse = Math.max(connectionsInUse, now.filter(({ isInUse }) => isInUse).length);
    for (const { pid } of now) latest.set(pid, processCpuMs(pid));
    await sleep(50);
  }
  const passedMs = performance.now() - before.startMs;
  let postgresMs = 0;
  for (const [pid, cpuMs] of latest) postgresMs += Math.max(0, cpuMs - (seen.get(pid) ?? 0));
  return {
    gateway: (used().gateway - before.gateway) / passedMs,
    postgres: postgresMs / passedMs,
    connectionsInUse,
  };
}
