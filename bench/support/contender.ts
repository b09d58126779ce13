import type { Flood, Flooded, Pace } from './load.js';
import { tookMs } from './machine-clock.js';

export interface Times {
  /** Until it was answered: the work is durable then. */
  answersMs: number[];
  /** Until the work began: at the agent, or in the peer's worker. */
  startsMs: number[];
}

export interface Contender {
  name: string;
  /** As many calls as it can take. `begunMs` is when the last began, by the machine's clock. */
  flood(load: Flood): Promise<Flooded & { begunMs: number }>;
  pace(load: Pace): Promise<Times>;
}

export function ratesOf({ count, startMs, endMs, begunMs }: Awaited<ReturnType<Contender['flood']>>) {
  return {
    answersPerSecond: (count * 1_000) / tookMs(startMs, endMs),
    startsPerSecond: (count * 1_000) / tookMs(startMs, begunMs),
  };
}
