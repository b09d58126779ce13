import type { Flood, Flooded, Pace } from './load.js';
import { tookMs } from './machine-clock.js';

/** How long each call took, in milliseconds. */
export interface Times {
  /** Until it was answered: the work is durable then. */
  answersMs: number[];
  /** Until the work began: at the agent, or in the peer's worker. */
  startsMs: number[];
}

/** Something that takes calls in, durably, and has the work begun elsewhere. */
export interface Contender {
  name: string;
  /** As many calls as it can take. `begunMs` is when the last began, by the machine's clock. */
  flood(load: Flood): Promise<Flooded & { begunMs: number }>;
  /** Calls at a steady pace. */
  pace(load: Pace): Promise<Times>;
}

export function ratesOf({ count, startMs, endMs, begunMs }: Awaited<ReturnType<Contender['flood']>>) {
  return {
    answersPerSecond: (count * 1_000) / tookMs(startMs, endMs),
    startsPerSecond: (count * 1_000) / tookMs(startMs, begunMs),
  };
}
