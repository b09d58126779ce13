import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@svc/testkit';
import { parse } from 'yaml';
import { AGENT_STEPS } from './agent-steps.js';
import { Bench, WAIT_MS_MAX } from './bench.js';
import type { SharedBench } from './bench.js';
import { DELIVERY_STEPS } from './delivery-steps.js';
import { SERVICE_STEPS } from './service-steps.js';

export interface Scenario {
  name: string;
  kind?: 'interactive' | 'approval-only';
  /** Each has one member, whose name says what to do. */
  steps: Record<string, unknown>[];
}

type Step = (bench: Bench, value: unknown) => Promise<unknown>;
const STEPS = { ...AGENT_STEPS, ...SERVICE_STEPS, ...DELIVERY_STEPS } as unknown as Record<string, Step>;

/** All scenarios, in the order of the file. */
export function readScenarios(): Scenario[] {
  const text = readFileSync(join(import.meta.dirname, 'scenarios.yaml'), 'utf8');
  const scenarios = parse(text, { merge: true }) as Scenario[];
  const unknown = scenarios.flatMap(({ name, steps }) =>
    steps
      .map((step) => Object.keys(step).join('+'))
      .filter((what) => STEPS[what] === undefined)
      .map((what) => `${name}: ${what}`),
  );
  if (unknown.length > 0) throw new Error(`There are no such steps: ${unknown.join('; ')}`);
  return scenarios;
}

/** @throws at the first step that does not go as the scenario says. */
export async function play(
  { name, kind = 'interactive', steps }: Scenario,
  shared: SharedBench,
): Promise<void> {
  const bench = new Bench(shared, name);
  await done(() => bench.open(kind));
  try {
    for (const [index, step] of steps.entries()) {
      const [[what, value]] = Object.entries(step) as [[string, unknown]];
      await done(() => STEPS[what]?.(bench, value)).catch((cause: unknown) => {
        throw new Error(`Step ${index + 1}, ${what}: ${(cause as Error).message}`, { cause });
      });
    }
  } finally {
    await bench.close();
  }
}

/** Does a step. A service that is out of breath has done nothing, says so, and is asked again. */
async function done(step: () => Promise<unknown> | undefined): Promise<void> {
  const isDone = async () => {
    try {
      await step();
      return true;
    } catch (error) {
      if ((error as Error).message.includes('answered 503: {"detail":"Temporarily')) return false;
      throw error;
    }
  };
  await eventually(isDone, (is) => is, { what: 'the service to have room', waitMsMax: WAIT_MS_MAX });
}
