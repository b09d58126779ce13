/** @only-in-all Of a package for agents, packed and installed as it is published. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@svc/testkit';
import { packAgent } from '../../scripts/packing/agent-package.mjs';
import { codeBlocks } from '../documents/code-blocks.js';
import { environmentOf, startCommand } from './example-programs.js';
import { useProduct } from './product-under-test.js';

const ROOT = join(import.meta.dirname, '../..');
const BLOCKS = codeBlocks('docs/guide/agents.md');
const [UNIT = '', IMAGE = ''] = ['ini', 'dockerfile'].map(
  (language) => BLOCKS.find((block) => block.language === language)?.text,
);

const bench = useProduct();
const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packed-agent-'));
  const agentFile = await packAgent(ROOT, folder);
  // Its one dependency from a file too, as the repository has it, so that no registry is asked.
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', pack, { cwd: join(ROOT, 'packages/agent/node_modules/ws') });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  await writeFile(join(folder, 'package.json'), '{}');
  const install = ['install', '--offline', '--no-audit', '--no-fund', agentFile, join(folder, filename)];
  await run('npm', install, { cwd: folder });
  await cp(join(ROOT, 'examples/order-agent.mjs'), join(folder, 'order-agent.mjs'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it.each([
  ['unit', /^ExecStart=(.*)$/m.exec(UNIT)?.[1]?.split(' ') ?? []],
  ['image', JSON.parse(/^CMD (.*)$/m.exec(IMAGE)?.[1] ?? '[]') as string[]],
])(
  'the %s of docs/guide/agents.md starts an agent in a clean folder, and SIGTERM ends it',
  async (_, command) => {
    const agent = await bench.person.createAgent();
    const [program = '', ...args] = command;
    expect(program).toMatch(/^(\/usr\/bin\/)?node$/);
    const env = { ...environmentOf(agent), SHOP_URL: 'http://shop.invalid/' };
    const started = startCommand([process.execPath, ...args], env, folder);
    try {
      const { conversation_id: id } = await bench.person.send(agent.agentId, 'Hello');
      const newest = async () => (await bench.person.history(id))[0]?.text;
      const isAnswer = (text?: string) => text === 'You said: Hello. Orders under way: 0.';
      await eventually(newest, isAnswer, { what: 'the answer' });
      expect(await started.kill('SIGTERM')).toBe('SIGTERM');
    } finally {
      await started.kill();
    }
  },
);

it('the image copies and installs files that are there', async () => {
  const [, copied = '', installed = ''] = /^COPY (.+) \.\/\nRUN npm install \.\/(.+)$/m.exec(IMAGE) ?? [];
  expect(copied.split(' ')).toContain(installed);
  expect(await readdir(folder)).toEqual(expect.arrayContaining(copied.split(' ')));
});
