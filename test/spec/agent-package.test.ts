/** @only-in-all Of a package for agents, packed and installed as it is published. */
/** @any-shape The package uses the public doors alone. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@svc/testkit';
import { packAgent } from '../../scripts/packing/agent-package.mjs';
import { codeBlocks } from '../documents/code-blocks.js';
import { startCommand } from './example-programs.js';
import { baseUrl, useProduct } from './product-under-test.js';

const ROOT = join(import.meta.dirname, '../..');
const INSTALL_MS_MAX = 120_000;
const BLOCKS = codeBlocks('docs/guide/agents.md');

const bench = useProduct();
const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packed-agent-'));
  const agentFile = await packAgent(ROOT, folder);
  // Its one dependency from a file too, as the repository has it, so that no registry is asked.
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: join(ROOT, 'packages/agent/node_modules/ws'),
  });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  await writeFile(join(folder, 'package.json'), '{}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', agentFile, join(folder, filename)], {
    cwd: folder,
  });
  await cp(join(ROOT, 'examples/order-agent.mjs'), join(folder, 'order-agent.mjs'));
}, INSTALL_MS_MAX);

afterAll(() => rm(folder, { recursive: true, force: true }));

it.each([
  ['unit', commandOfUnit()],
  ['image', commandOfImage()],
])(
  'the %s of docs/guide/agents.md starts an agent in a clean folder, and SIGTERM ends it',
  async (_, command) => {
    const agent = await bench.person.createAgent();
    const [program = '', ...args] = command;
    expect(program).toMatch(/^(\/usr\/bin\/)?node$/);
    const env = { AGENT_ID: agent.agentId, AGENT_SECRET: agent.secret, AGENT_SERVICE_URL: baseUrl };
    const started = startCommand(
      [process.execPath, ...args],
      { ...env, SHOP_URL: 'http://shop.invalid/' },
      folder,
    );
    try {
      const { conversation_id: id } = await bench.person.send(agent.agentId, 'Hello');
      const history = () => bench.person.history(id);
      await eventually(history, ([newest]) => newest?.text === 'You said: Hello. Orders under way: 0.', {
        what: 'the answer',
      });
      expect(await started.kill('SIGTERM')).toBe('SIGTERM');
    } finally {
      await started.kill();
    }
  },
);

it('the image copies and installs files that are there', async () => {
  const [, copied = '', installed = ''] =
    /^COPY (.+) \.\/\nRUN npm install \.\/(.+)$/m.exec(textOf('dockerfile')) ?? [];
  expect(copied.split(' ')).toContain(installed);
  expect(await readdir(folder)).toEqual(expect.arrayContaining(copied.split(' ')));
});

function textOf(language: string): string {
  return BLOCKS.find((block) => block.language === language)?.text ?? '';
}

function commandOfUnit(): string[] {
  return /^ExecStart=(.*)$/m.exec(textOf('ini'))?.[1]?.split(' ') ?? [];
}

function commandOfImage(): string[] {
  return JSON.parse(/^CMD (.*)$/m.exec(textOf('dockerfile'))?.[1] ?? '[]') as string[];
}
