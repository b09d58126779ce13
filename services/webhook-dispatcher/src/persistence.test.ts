import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const BUILT = join(import.meta.dirname, '../dist/persistence.js');

/** Many calls at once, which hang until the signal ends them. */
const PROGRAM = `
  import { Persistence, StoppedError } from ${JSON.stringify(BUILT)};
  const abort = new AbortController();
  const persistence = new Persistence({ logger: console, signal: abort.signal });
  const hanging = Array.from({ length: 50 }, () => persistence.until('hang', () => new Promise(() => {})));
  abort.abort();
  const ends = await Promise.allSettled(hanging);
  process.stdout.write(String(ends.filter(({ reason }) => reason instanceof StoppedError).length));
`;

// In a process of its own: Jest's own hears no warnings.
it('many calls at once end with the signal, and Node sees no leak in their listeners', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect({ stdout, stderr }).toEqual({ stdout: '50', stderr: '' });
});
