import { Person } from '@svc/testkit';
import { play, readScenarios } from './scenarios.js';
import type { Scenario } from './scenarios.js';
import { Subject } from './subject.js';
import type { SubjectCommand } from './subject.js';

/** Scenarios that are played at once: most of them wait. */
const AT_ONCE = 8;
const ALL_MS_MAX = 600_000;

/** Declares a test for each scenario, inside a `describe`. */
export function holdToScenarios(command: SubjectCommand, baseUrl: string): void {
  const scenarios = readScenarios();
  const outcomes = new Map<Scenario, Promise<void>>();
  let subject: Subject;

  beforeAll(async () => {
    const person = await Person.signUp(baseUrl);
    subject = new Subject(command);
    const waiting = scenarios.map((scenario) => {
      let settle: (outcome: Promise<void>) => void = () => {};
      outcomes.set(scenario, new Promise<void>((resolve) => (settle = resolve)));
      outcomes.get(scenario)?.catch(() => {});
      return { scenario, settle };
    });
    const playNext = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const outcome = play(next.scenario, { baseUrl, person, command, subject });
        next.settle(outcome);
        await outcome.catch(() => {});
      }
    };
    for (let lane = 0; lane < AT_ONCE; lane += 1) void playNext();
  });

  afterAll(() => subject.kill());

  it.each(scenarios)('$name', (scenario) => outcomes.get(scenario), ALL_MS_MAX);
}
