// Programs that are measured use this, so it loads nothing else.
import { setTimeout as sleep } from 'node:timers/promises';
import { machineClockMs } from './machine-clock.js';

export interface Flood {
  durationMs: number;
  atOnce: number;
}

/** What a flood came to, its ends by the machine's clock. */
export interface Flooded {
  count: number;
  startMs: number;
  endMs: number;
}

export interface Pace {
  perSecond: number;
  count: number;
}

export interface Times {
  /** Until it was answered: the work is durable then. */
  answersMs: number[];
  /** Until the work began at the agent. */
  startsMs: number[];
}

export interface Contender {
  name: string;
  /** As many calls as it can take. `begunMs` is when the last began, by the machine's clock. */
  flood(load: Flood): Promise<Flooded & { begunMs: number }>;
}

/** As fast as calls are answered. Resolves when all are. */
export async function flood({ durationMs, atOnce }: Flood, call: () => Promise<unknown>): Promise<Flooded> {
  const startMs = machineClockMs();
  let count = 0;
  async function caller(): Promise<void> {
    while (machineClockMs() < startMs + durationMs) {
      count += 1;
      await call();
    }
  }
  await Promise.all(Array.from({ length: atOnce }, caller));
  return { count, startMs, endMs: machineClockMs() };
}

/** Whether or not calls before are answered. Resolves with the milliseconds that each took. */
export async function atPace({ perSecond, count }: Pace, call: () => Promise<unknown>): Promise<number[]> {
  const startMs = performance.now();
  const calls: Promise<number>[] = [];
  while (calls.length < count) {
    const dueMs = startMs + (calls.length * 1_000) / perSecond;
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    else calls.push(timed(call));
  }
  return Promise.all(calls);
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await call();
  return performance.now() - startMs;
}
