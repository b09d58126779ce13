/** @only-in-all Of a script, and changed with it. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packAgent } from './agent-package.mjs';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

const PROGRAM = `
import { Agent, AgentError } from '@svc/agent';
import { startTestService, type TestService } from '@svc/agent/testing';
const agent = new Agent({ agentId: 'agt_1', secret: 'svc_1' });
agent.on('user_message', (m) => m.reply(\`You said: \${m.text}\`));
agent.on('user_message', async (m) => {
  const { messageId }: { messageId: string } = await m.stream(['a', 'b'], { quickReplies: ['Yes'] });
  await m.stream((async function* () { yield messageId; })());
  // @ts-expect-error
  await m.stream([1, 2]);
});
agent.task('Weekly report', async (run) => {
  const orders: number[] = await run.context.once('orders', () => [1, 2]);
  await run.report({ title: 'Week 9', description: \`\${orders.length} orders\`, text: '**2**' });
  const d = await run.ask({ key: 'send', title: 'Send?', action: 'mail.send:ada@example.org', expiresIn: '1h' });
  if (d.status !== 'approved') return run.fail(d.note);
  return 'Offer **sent**.';
});
// @ts-expect-error
agent.on('user_mesage', () => {});
// @ts-expect-error
agent.task('x', async (run) => run.ask({ key: 'k', title: 't', expiresIn: '1w' }));
const delivery = new Request('http://localhost/', { method: 'POST', body: '{}' });
console.log((await agent.webhook.fetch()(delivery)).status);
async function answer(svc: TestService): Promise<string> {
  await svc.say('Hello');
  await svc.advance('1d');
  svc.faults.dropSockets();
  return (await svc.nextMessage({ where: ({ kind }) => kind === 'text' })).text;
}
// There is no service beside the package.
console.log(await startTestService().then(answer, (error) => error instanceof AgentError && error.message));
`;

/** As a project for Node says it, and one that is bundled. */
const RESOLUTIONS = [
  ['NodeNext', 'NodeNext'],
  ['Node16', 'Node16'],
  ['ESNext', 'Bundler'],
] as const;

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'agent-package-test-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

it('the packed package runs and is typed in a folder that knows nothing of this repository', async () => {
  const file = await packAgent(ROOT, folder);
  const project = join(folder, 'project');
  const modules = join(project, 'node_modules');
  await mkdir(join(modules, '@svc'), { recursive: true });
  await run('tar', ['-xzf', file, '-C', folder]);
  await symlink(join(folder, 'package'), join(modules, '@svc/agent'));
  // Its one dependency, from where the repository has it, so that no registry is asked.
  await mkdir(join(folder, 'package/node_modules'));
  await symlink(join(ROOT, 'packages/agent/node_modules/ws'), join(folder, 'package/node_modules/ws'));
  const manifest = JSON.parse(await readFile(join(folder, 'package/package.json'), 'utf8'));
  expect(Object.keys(manifest.dependencies)).toEqual(['ws']);

  await writeFile(join(project, 'package.json'), '{"type":"module"}');
  await writeFile(join(project, 'agent.ts'), PROGRAM);
  for (const [module, moduleResolution] of RESOLUTIONS)
    await compile(project, { module, moduleResolution, outDir: 'out' });
  const env = { ...process.env, AGENT_SERVICE_HOME: undefined };
  const { stdout } = await run(process.execPath, ['out/agent.js'], { cwd: project, env });
  expect(stdout).toMatch(/^401\nThere is no service to test with[.].*AGENT_SERVICE_HOME/);
});

async function compile(project: string, settings: object): Promise<void> {
  const compilerOptions = {
    ...{ strict: true, target: 'ES2023', skipLibCheck: false, exactOptionalPropertyTypes: true },
    ...{ types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] },
    ...settings,
  };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['agent.ts'] }));
  const compiler = join(ROOT, 'node_modules/typescript-7/bin/tsc');
  await run(process.execPath, [compiler, '-p', project]).catch(({ stdout }: { stdout: string }) => {
    throw new Error(stdout);
  });
}
