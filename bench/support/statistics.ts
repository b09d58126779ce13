/** The value below which this share of the values lies (nearest rank). `share` is from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.max(0, Math.ceil(share * sorted.length) - 1);
  return sorted[rank] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Throws where one of the two is no positive number: it was not measured. */
export function ratioOf(figure: number, beside: number): number {
  const ratio = figure / beside;
  if (!(ratio > 0) || !Number.isFinite(ratio)) throw new Error(`${figure} beside ${beside} is no ratio`);
  return ratio;
}
