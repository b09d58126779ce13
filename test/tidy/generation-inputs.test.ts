import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const REPOSITORY = join(import.meta.dirname, '../..');

interface Task {
  directory: string;
  command: string;
  inputs: Record<string, string>;
}

it('a change of any file of a generator is one for turbo, which else answers from its cache', () => {
  const tasks = generations().filter(({ command }) => command === 'node generate.mjs');
  expect(tasks.length).toBeGreaterThan(0);
  for (const { directory, inputs } of tasks) {
    const programs = readdirSync(join(REPOSITORY, directory)).filter((name) => name.endsWith('.mjs'));
    expect({ directory, watched: Object.keys(inputs) }).toEqual({
      directory,
      watched: expect.arrayContaining(programs),
    });
  }
});

/** What turbo would run, as it says itself. */
function generations(): Task[] {
  const turbo = join(REPOSITORY, 'node_modules/turbo/bin/turbo');
  const plan = execFileSync(process.execPath, [turbo, 'run', 'generate', '--dry=json'], {
    cwd: REPOSITORY,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return (JSON.parse(plan) as { tasks: Task[] }).tasks;
}
