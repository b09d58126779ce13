/** When the deliveries to a webhook that fails are held back, and how they go on. */
export interface BreakerSettings {
  /** So many attempts in the window at least; 0 never holds anything back. */
  attempts: number;
  /** The share of them that has failed, at least, in percent. */
  failurePercent: number;
  /** How far back attempts count, in milliseconds: between a half of it and the whole. */
  windowMs: number;
  /** The wait before the first probe, in milliseconds. */
  probeMs: number;
  /** How many held events go out in a second when the webhook takes deliveries again. */
  releasePerSecond: number;
}

export const BREAKER_DEFAULTS: BreakerSettings = {
  attempts: 100,
  failurePercent: 90,
  windowMs: 600_000,
  probeMs: 30_000,
  releasePerSecond: 20,
};

/** After so many probes the wait does not grow any more. */
const DOUBLINGS_MAX = 5;

/** How long it is until the next probe, in milliseconds: each time twice as long as before, up to 32 times. */
export function probeWaitMs(probesBefore: number, { probeMs }: Pick<BreakerSettings, 'probeMs'>): number {
  return probeMs * 2 ** Math.min(probesBefore, DOUBLINGS_MAX);
}

/** After so many hours a held event gets its attempt, whatever its agent's webhook does. */
export const HELD_HOURS_MAX = 24;
