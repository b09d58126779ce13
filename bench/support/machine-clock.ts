/** Monotonic and the same in all processes of this machine. */
export function machineClockMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** From a reading here or in another process. Throws if the end is before the beginning. */
export function tookMs(fromMs: number, toMs = machineClockMs()): number {
  if (!(toMs >= fromMs))
    throw new Error(`A measured time is ${toMs - fromMs} ms: its ends are from two clocks`);
  return toMs - fromMs;
}
