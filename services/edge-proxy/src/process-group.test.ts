/** @only-in-all Starts servers of its own. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@svc/runtime';
import { Signal } from '@svc/testkit';
import { createProcessGroup, DRAIN_MS_MAX } from './process-group.js';

interface State {
  ready: boolean;
  members: { name: string; pid: number; port: number }[];
}

/** Stands in for a service: answers readiness and its own pid, and says when it drains. */
const STAND_IN = `
if (process.env.MISCONFIGURED) { console.error('PORT is wrong'); process.exit(78); }
const server = require('node:http').createServer((request, response) => response.end(String(process.pid)));
server.listen(Number(process.env.PORT), process.env.HOST, () => console.log('listening'));
process.on('SIGTERM', () => { if (process.env.STUBBORN) return; console.log('drained'); process.exit(0); });
`;

const COUNTS = { gateway: 2, 'websocket-hub': 1, scheduler: 1, 'trigger-intake': 1, 'webhook-dispatcher': 1 };

describe('process group', () => {
  let folder: string;
  let lines: Signal<string>;
  let processGroup: ReturnType<typeof createProcessGroup>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'process-group-'));
    await writeFile(join(folder, 'stand-in.cjs'), STAND_IN);
    lines = new Signal();
  });

  afterEach(async () => {
    await processGroup.stop();
    await rm(folder, { recursive: true });
  });

  it('starts every member, announces readiness once with pids and ports, and writes them down', async () => {
    await startReady();
    expect(lines.items.filter((line) => line.startsWith('ready http://'))).toHaveLength(1);
    expect(lines.items).toContainEqual(expect.stringMatching(/^gateway#2 pid \d+ port \d+$/));
    const state = await readState();
    expect(state.ready).toBe(true);
    expect(state.members.map((member) => member.name)).toContain('webhook-dispatcher#1');
  });

  it('starts a member again when it is killed, and writes its new pid down', async () => {
    const port = await startReady();
    const before = memberOf(await readState(), 'scheduler#1');
    process.kill(before.pid, 'SIGKILL');
    await lines.until((all) => all.filter((text) => text === 'scheduler#1 | listening').length === 2);
    await answering(port, 200);
    const after = memberOf(await readState(), 'scheduler#1');
    expect(after.pid).not.toBe(before.pid);
    expect(lines.items).toContain('scheduler#1 | ended (SIGKILL), starts again in 500 ms');
  });

  it('drains user-facing services before the dispatcher, and the scheduler last', async () => {
    await startReady();
    await processGroup.stop();
    const drained = lines.items.flatMap((text) => /^(.*)#\d+ \| drained$/.exec(text)?.[1] ?? []);
    expect(drained.slice(-2)).toEqual(['webhook-dispatcher', 'scheduler']);
    expect(drained).toHaveLength(6);
  });

  it('kills what does not drain when the time for it is over, which leaves a second of ten', async () => {
    await startReady({ STUBBORN: '1' }, 100);
    await processGroup.stop();
    for (const member of processGroup.members) expect(member.pid).toBeUndefined();
    expect(lines.items.filter((text) => text.endsWith('| drained'))).toEqual([]);
    expect(DRAIN_MS_MAX).toBeLessThanOrEqual(9_000);
  });

  it('starts nobody again whose configuration is wrong, and says who it is', async () => {
    await create({ MISCONFIGURED: '1' });
    await processGroup.start();
    const name = await processGroup.refused;
    await processGroup.stop();
    expect(lines.items).toContain(`${name} | PORT is wrong`);
    expect(lines.items.filter((text) => text.includes('starts again'))).toEqual([]);
  });

  async function startReady(env: Record<string, string> = {}, drainMsMax = DRAIN_MS_MAX): Promise<number> {
    const port = await create(env, drainMsMax);
    await processGroup.start();
    await lines.first((text) => text.startsWith('ready '));
    return port;
  }

  async function create(env: Record<string, string>, drainMsMax = DRAIN_MS_MAX): Promise<number> {
    const port = await freePort();
    processGroup = createProcessGroup({
      ...{ counts: COUNTS, port, host: '127.0.0.1', drainMsMax, env: { ...process.env, ...env } },
      entryOf: () => join(folder, 'stand-in.cjs'),
      stateFile: join(folder, 'state.json'),
      print: (text: string) => lines.push(text),
    });
    return port;
  }

  async function readState(): Promise<State> {
    return JSON.parse(await readFile(join(folder, 'state.json'), 'utf8')) as State;
  }

  function memberOf(state: State, name: string): State['members'][number] {
    const member = state.members.find((candidate) => candidate.name === name);
    if (!member) throw new Error(`No member ${name}`);
    return member;
  }
});

/** Asks until the edge proxy's readiness is `status`; the test's own timeout bounds it. */
async function answering(port: number, status: number): Promise<void> {
  while ((await fetch(`http://127.0.0.1:${port}/health/ready`)).status !== status) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
