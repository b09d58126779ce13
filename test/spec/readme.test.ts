/** @only-in-all Runs the commands and programs of pages. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { freePort } from '@svc/runtime';
import { endGroup, eventually, httpCall } from '@svc/testkit';
import { baseUrl } from './product-under-test.js';

const REPOSITORY = join(import.meta.dirname, '../..');

/** What the shell has found out by the time of a `sleep`; empty before. */
type Known = Record<'TOKEN' | 'AGENT_ID' | 'CONVERSATION' | 'TASK_ID' | 'RECEIVER', string>;

/** What a reader waits a second for, in the order of the document. */
const WAITS: ((known: Known) => Promise<boolean>)[] = [
  isOnline,
  async (known) => (await read(known, `conversations/${known.CONVERSATION}/messages`)).length === 2,
  async (known) => !(await isOnline(known)) && (await answers(known.RECEIVER)),
  async (known) => (await read(known, `agents/${known.AGENT_ID}/events`)).every(isDelivered),
  isOnline,
  async (known) =>
    (await read(known, `tasks/${known.TASK_ID}/runs`)).every(({ status }) => status === 'completed'),
];

let folder: string;
let waited: number;
let last: Known;

/** Answers a `sleep` of the shell when what it is there for has happened. */
const waiting = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
  last = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Known;
  const isOver = WAITS[waited++] ?? (() => Promise.resolve(false));
  const isInTime = await eventually(() => isOver(last), Boolean).catch(() => false);
  response.writeHead(isInTime ? 204 : 504).end();
});

beforeEach(async () => {
  waited = 0;
  folder = await mkdtemp(join(tmpdir(), 'readme-'));
  await mkdir(join(folder, '.data'));
  await symlink(join(REPOSITORY, 'examples'), join(folder, 'examples'));
  await new Promise<void>((resolve) => waiting.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  await new Promise((resolve) => waiting.close(resolve));
  await rm(folder, { recursive: true });
});

it('the README has three commands and a whole agent, which answers', async () => {
  const readme = await sectionsOf('README.md', 'First success');
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

it('the way by curl has commands that do what it says, in a shell without job control', async () => {
  const receiverPort = await freePort();
  const curl = ['First conversation', 'A task and a decision', 'An agent by curl alone'];
  const blocks = blocksOf(await sectionsOf('docs/first-success-by-curl.md', ...curl), 'sh')
    .replace('http://localhost:8080', baseUrl)
    .replace('ada@example.org', `ada-${randomBytes(8).toString('hex')}@example.org`)
    .replace('http://127.0.0.1:9000/', `http://127.0.0.1:${receiverPort}/`);
  const { status, stdout, stderr } = await sh(`${sleepUntil(receiverPort)}\n${blocks}\nkill $AGENT_PID\n`, {
    PORT: String(receiverPort),
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(waited).toBe(WAITS.length);

  const events = await read(last, `agents/${last.AGENT_ID}/events`);
  expect(events.reverse()).toMatchObject([
    { type: 'user_message', channel: 'websocket' },
    { type: 'user_message', channel: 'webhook' },
    { type: 'task_trigger', channel: 'websocket' },
    // The agent was stopped right after the answer.
    { type: 'decision_resolved' },
  ]);
  expect(stdout).toContain('"text":"You said: Hello, agent"');
  expect(stdout).toMatch(/"seq":\d+,[^]*"text":"Are you still there[?]"[^]*"status":"ok"/);
  // In between stands what the agent wrote.
  expect(stdout).toMatch(
    /\{"status":"triggered","run_id":"(\w+)"\}[^]*\{"status":"duplicate","run_id":"\1"\}/,
  );
  expect(await read(last, 'decisions')).toMatchObject([{ status: 'approved', note: 'Go ahead.' }]);
});

/** What stands below these headings of a document. */
async function sectionsOf(document: string, ...headings: string[]): Promise<string> {
  const sections = (await readFile(join(REPOSITORY, document), 'utf8')).split(/^## /m);
  const chosen = sections.filter((section) => headings.some((heading) => section.startsWith(heading)));
  expect(chosen).toHaveLength(headings.length);
  return chosen.join('');
}

/** All blocks of code in this language. */
function blocksOf(text: string, language: string): string {
  const pattern = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs');
  return [...text.matchAll(pattern)].map((match) => match[1]).join('');
}

/** In place of the second that a reader waits, the shell waits for what the second is there for. */
function sleepUntil(receiverPort: number): string {
  const { port } = waiting.address() as AddressInfo;
  const known = (['TOKEN', 'AGENT_ID', 'CONVERSATION', 'TASK_ID'] as const)
    .map((name) => `\\"${name}\\":\\"\${${name}:-}\\"`)
    .join();
  const body = `{${known},\\"RECEIVER\\":\\"http://127.0.0.1:${receiverPort}/\\"}`;
  return `sleep() { curl -fsS http://127.0.0.1:${port}/ -d "${body}"; }`;
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

async function isOnline(known: Known): Promise<boolean> {
  const [agent] = await read(known, 'agents');
  return agent?.['online'] === true;
}

function isDelivered({ state }: Record<string, unknown>): boolean {
  return state === 'delivered';
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

async function read({ TOKEN }: Known, path: string): Promise<Record<string, unknown>[]> {
  const answer = await httpCall(`${baseUrl}/api/client/${path}`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  expect(answer.status).toBe(200);
  return answer.body as Record<string, unknown>[];
}
