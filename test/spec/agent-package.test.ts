/** @only-in-all Of a package for agents, packed and installed as it is published. */
/** @any-shape The package uses the public doors alone. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, it } from '@jest/globals';
import { eventually } from '@svc/testkit';
import { packAgent } from '../../scripts/packing/agent-package.mjs';
import { startProgram } from './example-programs.js';
import { useProduct } from './product-under-test.js';

const ROOT = join(import.meta.dirname, '../..');
const INSTALL_MS_MAX = 120_000;

const bench = useProduct();
const run = promisify(execFile);
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packed-agent-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it(
  'the ten lines answer in a clean folder, with the package installed from its file',
  async () => {
    const agentFile = await packAgent(ROOT, folder);
    // Its one dependency from a file too, as the repository has it, so that no registry is asked.
    const socketFile = await packed(join(ROOT, 'packages/agent/node_modules/ws'));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', agentFile, socketFile], {
      cwd: folder,
    });
    await cp(join(ROOT, 'examples/echo.mjs'), join(folder, 'echo.mjs'));
    const agent = await bench.person.createAgent();
    const program = startProgram(join(folder, 'echo.mjs'), agent);
    try {
      const { conversation_id: id } = await bench.person.send(agent.agentId, 'Hello');
      await eventually(
        () => bench.person.history(id),
        ([newest]) => newest?.text === 'You said: Hello',
        { what: 'the answer' },
      );
    } finally {
      await program.kill();
    }
  },
  INSTALL_MS_MAX,
);

async function packed(source: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: source,
  });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return join(folder, filename);
}
