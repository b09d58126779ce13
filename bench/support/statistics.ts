/** The value below which this share of the values lies (nearest rank). `share` is from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.max(0, Math.ceil(share * sorted.length) - 1);
  return sorted[rank] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** For a table. */
export function spread(values: readonly number[]): Record<string, number> {
  const [p50, p95, p99, max] = [0.5, 0.95, 0.99, 1].map((share) => percentile(values, share));
  return { p50, p95, p99, max } as Record<string, number>;
}

/** Throws where one of the two is no positive number: it was not measured. */
export function ratioOf(figure: number, beside: number): number {
  const ratio = figure / beside;
  if (!(ratio > 0) || !Number.isFinite(ratio)) throw new Error(`${figure} beside ${beside} is no ratio`);
  return ratio;
}
