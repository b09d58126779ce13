import { AgentError } from './errors.js';

/** A time as a number of seconds, or as text with a unit: `90`, `'45s'`, `'10m'`, `'1h'`, `'7d'`. It is rounded to whole seconds, at least one. */
export type Duration = number | `${number}${'s' | 'm' | 'h' | 'd'}`;

const UNIT_SECONDS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };

export function secondsOf(duration: Duration, name: string): number {
  const match = /^(\d+(?:[.]\d+)?)([smhd])$/.exec(String(duration));
  const seconds =
    typeof duration === 'number' ? duration : Number(match?.[1]) * (UNIT_SECONDS[match?.[2] ?? ''] ?? NaN);
  if (Number.isFinite(seconds) && seconds > 0) return Math.max(1, Math.round(seconds));
  throw new AgentError(
    'configuration',
    `${name} is a number of seconds, or a text such as "45s", "10m", "1h" or "7d"; it was ${JSON.stringify(duration)}.`,
  );
}
