/** @only-in-all Of packages for agents, packed and installed as they are published. */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endOf } from '@svc/testkit';
import type { Page } from 'playwright-core';
import { packAgent } from '../../scripts/packing/agent-package.mjs';
import { bringPython } from '../../scripts/python/debian.mjs';
import { installWheel } from '../../scripts/python/wheel.mjs';
import { CLIPBOARD, useBrowser } from './browser-bench.js';
import { copied } from './clipboard.js';
import { expectPoll } from './expect-poll.js';
import { personCall, say } from './person-call.js';

const ROOT = join(import.meta.dirname, '../..');

const bench = useBrowser();
const run = promisify(execFile);
const closers: (() => unknown)[] = [];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pasted-snippet-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

describe('a program that the console shows for a new agent, pasted into an empty folder', () => {
  it('in TypeScript answers on the oldest Node that is supported and on the current one', async () => {
    const { page } = await bench.signedIn(CLIPBOARD);
    const socketFile = await packed(join(ROOT, 'packages/agent/node_modules/ws'));
    const files = [await packAgent(ROOT, folder), socketFile];
    await writeFile(join(folder, 'package.json'), '{}');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...files], { cwd: folder });
    for (const node of [process.env['TEST_NODE_20'], process.env['TEST_NODE_24']]) {
      await paste(page, { language: 'TypeScript', file: 'agent.mjs' });
      start(node ?? process.execPath, ['agent.mjs']);
      await answers(page);
    }
  });

  it('in Python answers on Debian’s Python', async () => {
    const { page } = await bench.signedIn(CLIPBOARD);
    const environment = await installWheel(await bringPython(process.env));
    closers.push(() => rm(environment.folder, { recursive: true, force: true }));
    await paste(page, { language: 'Python', file: 'agent.py' });
    start(environment.python, ['agent.py']);
    await answers(page);
  });

  it('for curl sends a message, which the page tells', async () => {
    const { page } = await bench.signedIn(CLIPBOARD);
    await paste(page, { language: 'curl', file: 'message.sh' });
    await page.getByText('Not connected yet').waitFor();
    await run('sh', ['message.sh'], { cwd: folder });
    await page.getByText('Message received').waitFor();
  });
});

/** Makes an agent and saves its program. */
async function paste(page: Page, { language, file }: { language: string; file: string }): Promise<void> {
  await page.goto('/agents/new');
  await page.getByLabel('Name').fill('Mailbox');
  await page.getByRole('button', { name: 'Create agent' }).click();
  await page.getByRole('tab', { name: language }).click();
  await writeFile(join(folder, file), await copied(page, `Copy ${language} code`));
}

function start(program: string, args: string[]): void {
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = endOf(child);
  closers.push(() => (child.kill('SIGKILL'), ended));
}

/** Until the agent whose page is open has answered. */
async function answers(page: Page): Promise<void> {
  await page.getByText('Connected', { exact: true }).waitFor();
  const agentId = new URL(page.url()).searchParams.get('created') ?? '';
  const { conversation_id: id } = await say(page, agentId, 'Hello');
  const newest = async () => (await personCall<unknown[]>(page, `/conversations/${id}/messages`))[0];
  await expectPoll(newest).toMatchObject({ sender: 'agent', text: 'You said: Hello' });
}

async function packed(source: string): Promise<string> {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', args, { cwd: source });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return join(folder, filename);
}
