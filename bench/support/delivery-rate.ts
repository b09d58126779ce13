/** Arrivals of a round's first and last part count for nothing: work piles up and runs out there. */
const EDGE_SHARE = 0.1;

/** Arrivals per second in the middle of a round. */
export function deliveryRate(arrivalsMs: readonly number[]): number {
  const sorted = [...arrivalsMs].sort((a, b) => a - b);
  const first = Math.floor(sorted.length * EDGE_SHARE);
  const last = Math.ceil(sorted.length * (1 - EDGE_SHARE)) - 1;
  return (last - first) / (((sorted[last] ?? 0) - (sorted[first] ?? 0)) / 1_000);
}
