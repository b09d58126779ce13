/** @only-in-all Runs the commands and programs of pages. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { endGroup, httpCall } from '@svc/testkit';
import { baseUrl } from './product-under-test.js';

const REPOSITORY = join(import.meta.dirname, '../..');

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'readme-'));
  await mkdir(join(folder, '.data'));
  await symlink(join(REPOSITORY, 'examples'), join(folder, 'examples'));
});

afterEach(() => rm(folder, { recursive: true }));

it('the README has three commands and a whole agent, which answers', async () => {
  const sections = (await readFile(join(REPOSITORY, 'README.md'), 'utf8')).split(/^## /m);
  const readme = sections.find((section) => section.startsWith('First success')) ?? '';
  const agent = await readFile(join(REPOSITORY, 'examples/echo.mjs'), 'utf8');
  expect(agent.replace(/^\/\/.*\n/, '')).toBe(blocksOf(readme, 'js'));
  const commands = blocksOf(readme, 'sh');
  expect(commands.trim().split('\n')).toHaveLength(3);
  const [email, password] = [`ada-${randomBytes(8).toString('hex')}@example.org`, 'correct horse'];
  await httpCall(`${baseUrl}/api/auth/sign-up/email`, { body: { name: 'Ada', email, password } });
  const env = { AGENT_SERVICE_URL: baseUrl, PERSON_EMAIL: email, PERSON_PASSWORD: password };
  const { status, stdout, stderr } = await sh(commands, env);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^You said: Hello, agent$/m);
});

/** All blocks of code in this language. */
function blocksOf(text: string, language: string): string {
  const pattern = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs');
  return [...text.matchAll(pattern)].map((match) => match[1]).join('');
}

function sh(script: string, env: Record<string, string>) {
  const options = { cwd: folder, env: { ...process.env, ...env }, detached: true };
  const child = spawn('sh', ['-eu', '-c', script], options);
  const output = { stdout: '', stderr: '' };
  // What a script that ended early has left running.
  child.once('exit', () => endGroup(child));
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  return new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, ...output }));
  });
}
