// Programs that are measured use this, so it loads nothing else.
import { setTimeout as sleep } from 'node:timers/promises';

/** Calls that are made as fast as they are answered, so many at once, for a while. Resolves with their number when all are answered. */
export async function flood(
  { durationMs, atOnce }: { durationMs: number; atOnce: number },
  call: () => Promise<void>,
): Promise<number> {
  const endMs = performance.now() + durationMs;
  let made = 0;
  async function caller(): Promise<void> {
    while (performance.now() < endMs) {
      made += 1;
      await call();
    }
  }
  await Promise.all(Array.from({ length: atOnce }, caller));
  return made;
}

/**
 * Calls that are made at a steady pace, whether or not those before are answered, as callers who know nothing of each other do. Resolves
 * when all are answered.
 */
export async function atPace(
  { perSecond, count }: { perSecond: number; count: number },
  call: () => Promise<void>,
): Promise<void> {
  const startMs = performance.now();
  const calls: Promise<void>[] = [];
  while (calls.length < count) {
    const dueMs = startMs + (calls.length * 1_000) / perSecond;
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    else calls.push(call());
  }
  await Promise.all(calls);
}
