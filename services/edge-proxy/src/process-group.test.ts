/** @only-in-all Starts servers of its own. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freePort } from '@svc/runtime';
import { Signal } from '@svc/testkit';
import { createProcessGroup, DRAIN_MS_MAX } from './process-group.js';

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
});
