import type { Step } from './step-loop.js';

/** Runs a step until it knows of nothing more to do now. */
export async function runAll(step: Step): Promise<void> {
  while ((await step.run(new AbortController().signal)) === 0);
}
