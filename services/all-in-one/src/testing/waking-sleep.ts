import { sleep as realSleep } from '@svc/runtime';
import type { Sleep } from '@svc/runtime';

/** The pauses of the product's loops, which can be cut short. */
export interface WakingSleep {
  sleep: Sleep;
  /** Ends the pauses under way that were to take at most so long, in milliseconds. */
  wake: (durationMsMax: number) => void;
}

export function createWakingSleep(): WakingSleep {
  const pauses = new Set<{ durationMs: number; end: AbortController }>();
  return {
    async sleep(durationMs, signal) {
      const pause = { durationMs, end: new AbortController() };
      pauses.add(pause);
      const signals = signal === undefined ? [] : [signal];
      await realSleep(durationMs, AbortSignal.any([pause.end.signal, ...signals]));
      pauses.delete(pause);
    },
    wake(durationMsMax) {
      for (const { durationMs, end } of pauses) if (durationMs <= durationMsMax) end.abort();
    },
  };
}
