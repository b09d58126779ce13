const FIRST_MS = 500;
const LONGEST_MS = 15_000;

/** How long to wait before try number `attempt` (from 0), in milliseconds: doubling, with half of it random, so that pages do not all come back at once. */
export function backoffMs(attempt: number, random: () => number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return full / 2 + (full / 2) * random();
}
