/** Milliseconds, with fractions, since a moment that all processes of this machine share: its one monotonic clock, which no adjustment moves. */
export function machineClockMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** How long something took from a reading of {@link machineClockMs}, here or in another process. Throws if it ended before it began. */
export function tookMs(fromMs: number, toMs = machineClockMs()): number {
  if (!(toMs >= fromMs))
    throw new Error(`A measured time is ${toMs - fromMs} ms: its ends are from two clocks`);
  return toMs - fromMs;
}
