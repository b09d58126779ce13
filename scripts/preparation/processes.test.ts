/** @only-in-all Of a script, and changed with it. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from '@jest/globals';

const PROCESSES = join(import.meta.dirname, 'processes.mjs');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foreground-'));
  await writeFile(
    join(folder, 'product.mjs'),
    `process.on('SIGTERM', () => { console.log('drained'); process.exit(0); });
     setInterval(() => {}, 1000);
     console.log('ready');`,
  );
  await writeFile(
    join(folder, 'start.mjs'),
    `import { runForeground } from ${JSON.stringify(PROCESSES)};
     process.exitCode = await runForeground([${JSON.stringify(join(folder, 'product.mjs'))}]);`,
  );
});
afterEach(() => rm(folder, { recursive: true }));

it('drains what npm runs when npm’s shell is ended by its id', async () => {
  // The second command keeps the shell from becoming the program, as npm's does.
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${join(folder, 'start.mjs')}"; true`], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  // The stream ends with the last process that holds it.
  for await (const line of createInterface({ input: shell.stdout })) {
    lines.push(line);
    if (line === 'ready') shell.kill('SIGTERM');
  }
  expect(lines).toEqual(['ready', 'drained']);
});
