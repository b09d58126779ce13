import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, Signal } from '@svc/testkit';
import { Supervised } from './supervised.js';

/** Its child, which says its own pid, keeps its output open, so that its exit is not the end of that. */
const KEEPS_OUTPUT_OPEN = `
require('node:child_process').spawn(process.execPath, ['-e', 'console.log(process.pid); setInterval(() => undefined, 60_000)'], {
  stdio: 'inherit',
});
`;

describe('supervised process', () => {
  let folder: string;

  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'supervised-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('is over when its output is at its end, also when it is asked to drain after its exit and before that', async () => {
    const entry = join(folder, 'stand-in.cjs');
    await writeFile(entry, KEEPS_OUTPUT_OPEN);
    const lines = new Signal<string>();
    const onLine = (line: string) => lines.push(line);
    const member = new Supervised({
      ...{ kind: 'scheduler', number: 1, entry, env: process.env, cwd: undefined },
      ...{ onLine, onChange: () => {}, onRefusal: () => false },
    });
    await member.start();
    const [line] = await lines.atLeast(1, 'the pid of the child');
    const pid = member.pid ?? 0;
    member.kill();
    await eventually(async () => isGone(pid), Boolean, { what: 'the exit of the process' });

    const ended = member.terminate();
    expect(await Promise.race([ended.then(() => 'over'), Promise.resolve('not over')])).toBe('not over');
    process.kill(Number(line?.split(' | ')[1]), 'SIGKILL');
    await ended;
    expect(member.pid).toBeUndefined();
  });
});

/** Whether the process has ended and its parent knows. */
function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}
