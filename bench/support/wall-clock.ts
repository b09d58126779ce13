/** Milliseconds since the epoch with fractions: the same clock in all processes of one machine. */
export function wallClockMs(): number {
  return performance.timeOrigin + performance.now();
}
