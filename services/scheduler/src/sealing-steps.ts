import { Loop } from '@svc/runtime';
import type { Logger, Sleep } from '@svc/runtime';
import type { SealedWith, Sealing } from '@svc/store';
import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';

/** How often values are looked for that another key than the sealing key has sealed, in milliseconds. */
const PASS_INTERVAL_MS = 60_000;

/** The pause after a step: a multiple of the step's time, within these bounds, in milliseconds. */
const PAUSE_PER_STEP = 2;
const PAUSE_MS_MIN = 20;
const PAUSE_MS_MAX = 2_000;

/** Rows that one line of the log names. */
const NAMED_MAX = 5;

export interface SealingStepsOptions {
  store: { sealing: Pick<Sealing, 'keyIds' | 'left' | 'step'> };
  logger: Logger;
  metrics: Registry;
  sleep: Sleep;
  /** Milliseconds of a clock that only goes forward. Default: the system's. */
  monotonicMs?: () => number;
}

/**
 * Seals anew what other keys than the sealing key have sealed, in small steps with pauses. Any number of schedulers may do so at once. When
 * nothing is left of a key, the operator may take it away.
 */
export function createSealingSteps(options: SealingStepsOptions): Loop {
  const { store, logger, sleep, monotonicMs = () => performance.now() } = options;
  const [sealingKey, ...otherKeys] = store.sealing.keyIds();
  const resealed = new Counter({
    name: 'sealed_values_resealed_total',
    help: 'Values that this process has sealed anew with the sealing key',
    registers: [options.metrics],
  });
  const leftOf = new Gauge({
    name: 'sealed_values_left',
    help: 'Values that another key than the sealing key of this process has sealed, by the id of that key',
    labelNames: ['key'],
    registers: [options.metrics],
  });

  let told = '';
  return new Loop({ name: 'sealing-steps', intervalMs: PASS_INTERVAL_MS, turn, logger, sleep });

  async function turn(signal: AbortSignal): Promise<void> {
    const parts = await store.sealing.left();
    show(parts);
    let count = 0;
    const unopened: string[] = [];
    for (const part of parts) {
      // Each of these would be read in vain.
      if (!otherKeys.includes(part.keyId)) continue;
      const done = await pass(part, signal);
      count += done.resealed;
      unopened.push(...done.unopened);
    }
    if (parts.length > 0) tell(show(count === 0 ? parts : await store.sealing.left()), count, unopened);
  }

  /** All values of a key in a column, from the first row on. */
  async function pass(part: SealedWith, signal: AbortSignal) {
    const done = { resealed: 0, unopened: [] as string[] };
    for (let after: string | null = ''; after !== null && !signal.aborted;) {
      const beganMs = monotonicMs();
      const step = await store.sealing.step({ column: part.column, keyId: part.keyId, after });
      done.resealed += step.resealed;
      resealed.inc(step.resealed);
      if (done.unopened.length < NAMED_MAX) done.unopened.push(...step.unopened);
      after = step.next;
      if (after !== null) await sleep(pauseMs(monotonicMs() - beganMs), signal);
    }
    return done;
  }

  /** Shows what is left, by key. A key that seals nothing any more is shown too, so that its 0 can be read. */
  function show(parts: readonly (SealedWith & { count: number })[]): Record<string, number> {
    const left: Record<string, number> = Object.fromEntries(otherKeys.map((key) => [key, 0]));
    for (const { keyId, count } of parts) left[keyId] = (left[keyId] ?? 0) + count;
    leftOf.reset();
    for (const [key, count] of Object.entries(left)) leftOf.set({ key }, count);
    return left;
  }

  /** What cannot be sealed anew stays so for long, and is told once. */
  function tell(left: Record<string, number>, count: number, unopened: readonly string[]): void {
    const state = JSON.stringify([left, unopened]);
    if (count === 0 && state === told) return;
    told = state;
    const figures = { sealing_key: sealingKey, resealed: count, left };
    if (Object.values(left).every((of) => of === 0))
      logger.info(figures, 'all values are sealed with the sealing key: no other key is needed any more');
    else if (unopened.length > 0)
      logger.warn(
        { ...figures, rows: unopened.slice(0, NAMED_MAX) },
        'no key opens the values of these rows',
      );
    else logger.info(figures, 'values were sealed anew, some are left to the next pass');
  }
}

function pauseMs(stepMs: number): number {
  return Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS_MIN, stepMs * PAUSE_PER_STEP));
}
