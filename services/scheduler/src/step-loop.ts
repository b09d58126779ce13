import { Loop, saysBackendIsAway } from '@svc/runtime';
import type { Logger, Sleep } from '@svc/runtime';

export interface Step {
  name: string;
  /** Until a step without known work looks again. */
  intervalMs: number;
  /** Does one piece. Resolves with the milliseconds until there is more, 0 for now; `null`: none is known. */
  run: (signal: AbortSignal) => Promise<number | null>;
}

export interface StepLoopOptions {
  name: string;
  steps: readonly Step[];
  /** A step with more to do rests so many times as long as it took. Default 0. */
  rests?: number;
  logger: Logger;
  sleep: Sleep;
  /** From 0 up to 1, so that schedulers do not all look in the same moment. Default: `Math.random`. */
  random?: () => number;
  /** Default: the system's. */
  monotonicMs?: () => number;
}

/** Of a step with more to do, in milliseconds. */
const REST_MS = { min: 20, max: 2_000 } as const;

/** Before the loop is ready again, unless there is something to do now. */
const PAUSE_MS_MIN = 20;

/** Runs steps in turn, each when it is due. One that fails is left until its next look. */
export function createStepLoop(options: StepLoopOptions): Loop {
  const { name, steps, rests = 0, logger, sleep } = options;
  const { random = Math.random, monotonicMs = () => performance.now() } = options;
  const dueMs = new Map(steps.map((step) => [step, 0]));
  let pauseMs = 0;
  return new Loop({
    name,
    intervalMs: PAUSE_MS_MIN,
    tick,
    logger,
    sleep: (_intervalMs, signal) => rest(signal),
  });

  /** Whoever cuts a pause short, such as a test that has moved the clock, wants every step to look now. */
  async function rest(signal?: AbortSignal): Promise<void> {
    const endMs = monotonicMs() + pauseMs;
    await sleep(pauseMs, signal);
    if (monotonicMs() + PAUSE_MS_MIN < endMs) for (const step of steps) dueMs.set(step, 0);
  }

  async function tick(signal: AbortSignal): Promise<void> {
    for (const [step, stepDueMs] of dueMs) {
      const beganMs = monotonicMs();
      if (signal.aborted || stepDueMs > beganMs) continue;
      const dueInMs = await runStep(step, signal);
      const endedMs = monotonicMs();
      const pause =
        dueInMs === null ? step.intervalMs * (0.75 + random() / 2) : dueInMs + restMs(endedMs - beganMs);
      dueMs.set(step, endedMs + pause);
    }
    const leftMs = Math.min(...dueMs.values()) - monotonicMs();
    pauseMs = leftMs <= 0 ? 0 : Math.max(PAUSE_MS_MIN, leftMs);
  }

  async function runStep(step: Step, signal: AbortSignal): Promise<number | null> {
    try {
      return await step.run(signal);
    } catch (error) {
      const level = saysBackendIsAway(error) ? 'warn' : 'error';
      if (!signal.aborted) logger[level]({ err: error, step: step.name }, 'a step failed, it is tried again');
      return null;
    }
  }

  function restMs(tookMs: number): number {
    return rests === 0 ? 0 : Math.min(REST_MS.max, Math.max(REST_MS.min, rests * tookMs));
  }
}
