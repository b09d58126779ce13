import type { Logger } from '@svc/runtime';
import type { SealedWith, Sealing } from '@svc/store';
import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Step } from './step-loop.js';

const PASS_INTERVAL_MS = 60_000;

/** Rows in one line of the log. */
const NAMED_MAX = 5;

export interface SealingStepsOptions {
  store: { sealing: Pick<Sealing, 'keyIds' | 'left' | 'step'> };
  logger: Logger;
  metrics: Registry;
}

/** Seals anew what other keys have sealed. Any number of schedulers may do so. */
export function sealingStep(options: SealingStepsOptions): Step {
  const { store, logger } = options;
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

  let reported = '';
  let pass: Pass | null = null;
  return { name: 'sealing anew', intervalMs: PASS_INTERVAL_MS, run };

  /** Goes on with a pass over all values, column by column. A failure ends the pass. */
  async function run(): Promise<number | null> {
    const current = pass ?? (await begin());
    pass = null;
    const [part] = current.todo;
    if (part === undefined) {
      await end(current);
      return null;
    }
    const step = await store.sealing.step({ ...part, after: current.after });
    resealed.inc(step.resealed);
    current.resealed += step.resealed;
    if (current.unopened.length < NAMED_MAX) current.unopened.push(...step.unopened);
    if (step.next === null) current.todo.shift();
    current.after = step.next ?? '';
    pass = current;
    return 0;
  }

  async function begin(): Promise<Pass> {
    const found = await store.sealing.left();
    show(found);
    // Without their key, values would be read in vain.
    const todo = found.flatMap(({ column, keyId }) => (otherKeys.includes(keyId) ? [{ column, keyId }] : []));
    return { found, todo, after: '', resealed: 0, unopened: [] };
  }

  async function end({ found, resealed: count, unopened }: Pass): Promise<void> {
    if (found.length > 0) tell(show(count === 0 ? found : await store.sealing.left()), count, unopened);
  }

  /** Of a key that seals nothing any more a 0 is shown. */
  function show(parts: readonly (SealedWith & { count: number })[]): Record<string, number> {
    const left: Record<string, number> = Object.fromEntries(otherKeys.map((key) => [key, 0]));
    for (const { keyId, count } of parts) left[keyId] = (left[keyId] ?? 0) + count;
    leftOf.reset();
    for (const [key, count] of Object.entries(left)) leftOf.set({ key }, count);
    return left;
  }

  /** Once, since what cannot be sealed anew stays so for long. */
  function tell(left: Record<string, number>, count: number, unopened: readonly string[]): void {
    const state = JSON.stringify([left, unopened]);
    if (count === 0 && state === reported) return;
    reported = state;
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

interface Pass {
  found: (SealedWith & { count: number })[];
  todo: SealedWith[];
  /** The last row of the first part. */
  after: string;
  resealed: number;
  unopened: string[];
}
