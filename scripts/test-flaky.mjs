/** `npm run test:flaky -- <file>`: a test file twenty times, while all processors are kept busy. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { prepare } from './preparation/prepare.mjs';
import { giveUp } from './preparation/progress.mjs';

const TIMES = 20;

/** Keeps a processor busy until this process ends, however it does. */
const BUSY = `
  process.on('disconnect', process.exit);
  setInterval(() => { for (const endMs = Date.now() + 500; Date.now() < endMs; ); });`;

const [file, ...others] = process.argv.slice(2);
if (file === undefined || others.length > 0)
  giveUp('Name one test file: npm run test:flaky -- test/spec/messages.test.ts');

await prepare();
const { findChromium } = await import('./testing/chromium.mjs');
const { TestSession } = await import('./testing/session.mjs');
const session = new TestSession();
await session.bringServers();
const env = {};
if (file.includes('test/browser')) env.TEST_CHROMIUM = await session.bring(() => findChromium(process.env));
const load = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['-e', BUSY], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
);
const projects = ['unit', 'spec: all-in-one', 'spec: services', 'smoke', 'browser'];
const args = ['--maxWorkers=1', '--selectProjects', ...projects, '--runTestsByPath', file];
for (let time = 1; time <= TIMES; time += 1) await session.jest(`${time} of ${TIMES}`, args, { env });
for (const busy of load) busy.kill();
process.exit(await session.finish());
