/** @only-in-all Of the command line, program by program. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { webhookSignature } from '@svc/domain';
import { eventually, Person, TcpProxy } from '@svc/testkit';
import type { AgentClient, WebhookReceiver } from '@svc/testkit';
import { bringProgram } from '../../scripts/testing/programs.mjs';
import { baseUrl, useProduct } from './product-under-test.js';
import { SVC_PROGRAM, useSvc } from './svc-program.js';

const bench = useProduct();

/** An API key of the person, as an environment. */
async function keyOf(person: Person, scopes: string[]): Promise<{ SVC_API_KEY: string }> {
  return { SVC_API_KEY: (await person.createApiKey({ scopes })).secret };
}

describe('svc', () => {
  const svc = useSvc();

  it('says what is wrong with a command line', async () => {
    const wrong = { code: 2, stdout: '', stderr: expect.stringContaining('Did you mean agents?') };
    expect(await svc.run(['agnts'])).toMatchObject(wrong);
    const { code, stderr } = await svc.run(['--json', 'agnts']);
    expect([code, JSON.parse(stderr)]).toMatchObject([2, { error: { code: 'usage' } }]);
  });

  it('says how to sign in to somebody who has not, or whose key is wrong', async () => {
    const unknown = { code: 3, stderr: expect.stringContaining('svc login') };
    expect(await svc.run(['agents', 'ls'])).toMatchObject(unknown);
    const env = { SVC_API_KEY: `svc_pat_${'0'.repeat(32)}_${'0'.repeat(40)}` };
    expect(await svc.run(['agents', 'ls'], { env })).toMatchObject({ code: 3, stdout: '' });
    const unsendable = { code: 2, stderr: expect.not.stringContaining('bad') };
    expect(await svc.run(['agents', 'ls'], { env: { SVC_API_KEY: 'svc\nbad' } })).toMatchObject(unsendable);
    const agentEnv = { AGENT_ID: 'agt_1', AGENT_SECRET: 'svc\nbad' };
    expect(await svc.run(['decisions', 'ask', 'x'], { env: agentEnv })).toMatchObject(unsendable);
    const deciding = await keyOf(bench.person, ['decisions']);
    expect(await svc.run(['agents', 'ls'], { env: deciding })).toMatchObject({ code: 4 });
  });

  it('lists agents as lines in a pipe, and as JSON', async () => {
    const agent = await bench.person.createAgent({ agent_name: 'Mail\u001b[2Jbox' });
    const env = await keyOf(bench.person, ['read']);
    const { stdout } = await svc.run(['agents', 'ls'], { env });
    expect(stdout).toContain(`${agent.agentId}\tMailbox\tinteractive\tactive\t-\n`);
    const listed = await svc.run(['--json', 'agents', 'ls'], { env });
    const named = { agent_id: agent.agentId, agent_name: 'Mail\u001b[2Jbox' };
    expect(JSON.parse(listed.stdout)).toContainEqual(expect.objectContaining(named));
    expect(listed.stdout).not.toContain('\u001b');
  });

  it('logs in by the browser, and makes, changes and deletes agents', async () => {
    const person = await Person.signUp(baseUrl);
    const { texts, ended } = svc.start(['--json', 'login', '--scopes', 'read,agents']);
    const code = async () => /[A-Z]{4}-[A-Z]{4}/.exec(texts.stderr)?.[0];
    const user_code = await eventually(code, (found) => found !== undefined, { what: 'a code' });
    const answer = { user_code, approved: true, scopes: ['read', 'agents'], expires_in_seconds: 3_600 };
    expect((await person.call('/account/device-logins/resolve', { body: answer })).status).toBe(204);
    const { code: exit, stdout } = await ended;
    const kept = { url: baseUrl, scopes: ['read', 'agents'], kept_in: svc.configPath };
    expect([exit, JSON.parse(stdout)]).toMatchObject([0, kept]);
    expect((await stat(svc.configPath)).mode & 0o777).toBe(0o600);
    const made = await svc.run(['agents', 'create', 'Mail']);
    expect(made.stdout).toMatch(/^AGENT_ID=agt_\w+\nAGENT_SECRET=svc_\w+\n$/);
    const rotated = await svc.run(['--json', 'agents', 'rotate', 'mail', '--grace', '1m']);
    expect(JSON.parse(rotated.stdout)).toMatchObject({ secret: expect.any(String) });
    expect(await svc.run(['agents', 'rm', 'Mail'])).toMatchObject({ code: 2 });
    expect(await svc.run(['agents', 'rm', 'Mail', '--yes'])).toMatchObject({ code: 4 });
    expect(await svc.run(['agents', 'rotate', 'Post'])).toMatchObject({ code: 5 });
  });

  it('sends a trigger what stands in the standard input', async () => {
    const { agent } = await bench.triggeredAgent();
    const [task] = (await bench.person.call(`/agents/${agent.agentId}/tasks`)).body as { id: string }[];
    const options = { env: await keyOf(bench.person, ['read']), input: '{"order":4711}' };
    expect((await svc.run(['trigger', task?.id ?? '', '-d', '@-'], options)).stdout).toBe('queued\n');
    expect(await agent.tasks.pendingTriggers()).toMatchObject([{ payload: { order: 4711 } }]);
  });

  it('ends with 11 where nobody answers in time, and with 2 where what is sent is no object', async () => {
    const { agent, id } = await bench.triggeredAgent();
    const env = { AGENT_ID: agent.agentId, AGENT_SECRET: agent.secret };
    const asking = ['decisions', 'ask', 'Too late?', '--timeout', '1s'];
    expect(await svc.run(asking, { env })).toMatchObject({ code: 11 });
    const key = await keyOf(bench.person, ['read', 'write']);
    for (const time of ['0s', '1s']) {
      const saying = ['chat', agent.agentId, '-m', 'Still there?', '--timeout', time];
      expect(await svc.run(saying, { env: key })).toMatchObject({ code: 11 });
    }
    expect(await svc.run(['trigger', id, '-d', '[1]'], { env: key })).toMatchObject({ code: 2 });
  });
});

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** A script that completes what is typed after `svc`, and prints it. zsh's own functions are replaced. */
const COMPLETING = {
  bash: (script: string, typed: string) =>
    `${script}\nCOMP_WORDS=(svc ${typed}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))\n_svc; printf '%s\\n' "\${COMPREPLY[@]}"\n`,
  zsh: (script: string, typed: string) =>
    `compdef() {}; _describe() { print -rl -- "\${(@P)2}" }\n${script}\nwords=(svc ${typed}); CURRENT=$#words; _svc\n`,
  fish: (script: string, typed: string) => `${script}\ncomplete -C 'svc ${typed}'\n`,
};

describe('svc', () => {
  const svc = useSvc();
  let env: { SVC_API_KEY: string };
  /** Finds `svc` as if it were installed. */
  const PATH = `${svc.home}:${dirname(process.execPath)}:${process.env['PATH']}`;

  beforeAll(async () => {
    const script = `#!/bin/sh\nexec "${process.execPath}" "${SVC_PROGRAM}" "$@"\n`;
    writeFileSync(join(svc.home, 'svc'), script, { mode: 0o755 });
    env = { SVC_API_KEY: (await bench.person.createApiKey()).secret };
  });

  const as = ({ agentId, secret }: AgentClient) => ({ AGENT_ID: agentId, AGENT_SECRET: secret });

  it('chats, and shows a text while it grows, without what a terminal would obey', async () => {
    const { agent, socket } = await bench.onlineAgent({ agent_name: 'Poet' });
    const { child, texts, ended } = svc.start(['chat', agent.agentId], { env });
    child.stdin.write('A poem?\n');
    const { conversation_id } = await socket.userMessage('A poem?');
    const seen = (part: string) => {
      const stdout = async () => texts.stdout;
      return eventually(stdout, (out) => out.includes(part), { what: `"${part}" on the screen` });
    };
    socket.send({ type: 'message_start', ref: 'a', conversation_id });
    // The stream may begin before the chat's socket is open, so the first text shows that it is.
    socket.send({ type: 'message_delta', ref: 'a', text: 'Roses\u001b[2J are ' });
    await seen('Poet: Roses are ');
    socket.send({ type: 'message_delta', ref: 'a', text: 'red.' });
    await seen('Poet: Roses are red.');
    socket.send({ type: 'message_end', ref: 'a' });
    await seen('Poet: Roses are red.\n');
    child.stdin.write('Thanks\n');
    await socket.userMessage('Thanks');
    child.stdin.end();
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
    expect(texts.stdout).not.toContain('\u001b');
  });

  it('says one thing, waits for the answer, and ends', async () => {
    const { agent, socket } = await bench.onlineAgent({ agent_name: 'Echo' });
    const { ended } = svc.start(['--json', 'chat', 'Echo', '-m', 'Hello'], { env });
    const { conversation_id } = await socket.userMessage('Hello');
    await agent.send({ text: 'Hello yourself', conversation_id });
    const { code, stdout } = await ended;
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { sender: 'agent', text: 'Hello yourself' }]);
  });

  it('listens without taking anything, and sends on what it sees, signed as a webhook is', async () => {
    const agent = await bench.person.createAgent();
    const receiver = await bench.receive();
    const secret = `whsec_${Buffer.from('a secret for tests').toString('base64')}`;
    const args = ['listen', agent.agentId, '--forward-to', receiver.url, '--secret', secret];
    const { child, texts, ended } = svc.start(args, { env });
    const stderr = async () => texts.stderr;
    await eventually(stderr, (said) => said.includes('Looking on'), { what: 'the tap' });
    await bench.person.send(agent.agentId, 'For the agent');
    const { headers, rawBody } = await firstOf(receiver);
    expect(JSON.parse(rawBody.toString())).toMatchObject({ type: 'user_message', text: 'For the agent' });
    const signed = { secret, timestamp: Number(headers['x-svc-timestamp']), body: rawBody };
    expect(headers['x-svc-signature']).toBe(webhookSignature(signed));
    const stdout = async () => texts.stdout;
    await eventually(stdout, (out) => /user_message.*20[04]/.test(out), { what: 'a line' });
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 130 });
    const socket = await bench.connect(agent);
    await socket.userMessage('For the agent');
  });

  it('is the agent where that is asked for, and sends on each event under its own id', async () => {
    const agent = await bench.person.createAgent();
    await bench.person.changeAgent(agent.agentId, { features: ['run_cancelled'] });
    const receiver = await bench.receive();
    const args = ['listen', agent.agentId, '--take-over', '--forward-to', receiver.url];
    const { child, ended } = svc.start(args, { env: as(agent) });
    const { id } = await agent.tasks.create({ schedule: '0 9 1 1 *' });
    const runId = await bench.person.tasks.run(id);
    await firstOf(receiver);
    await bench.person.tasks.cancelRun(runId);
    await receiver.deliveries.atLeast(2);
    const { event_id } = await bench.person.newestEvent(agent.agentId, 'delivered');
    const [due, cancelled] = receiver.deliveries.items.map(({ headers, rawBody }) => {
      return { id: headers['x-svc-event-id'], body: JSON.parse(rawBody.toString()) as object };
    });
    for (const name of ['event_id', 'seq', 'created_at']) expect(due?.body).not.toHaveProperty(name);
    expect(due?.id).not.toBe(event_id);
    const of = { run_id: runId, task_id: id, task_name: expect.any(String) };
    expect(cancelled).toEqual({ id: event_id, body: { type: 'run_cancelled', event_id, ...of } });
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 130 });
  });

  it('finds what keeps an agent from receiving', async () => {
    const agent = await bench.person.createAgent();
    await bench.person.send(agent.agentId, 'Into the void');
    await bench.person.newestEvent(agent.agentId, 'waiting');
    const wrong = { ...as(agent), AGENT_SECRET: `svc_${'0'.repeat(40)}` };
    const ill = await svc.run(['--json', 'doctor', agent.agentId], { env: { ...env, ...wrong } });
    expect(ill.code).toBe(12);
    const { findings } = JSON.parse(ill.stdout) as { findings: { code: string; severity: string }[] };
    const problems = findings.filter(({ severity }) => severity === 'problem').map(({ code }) => code);
    expect(problems).toEqual(['wrong_secret', 'no_channel', 'waiting_growing']);
    const socket = await bench.connect(agent);
    await socket.userMessage('Into the void');
    await bench.person.newestEvent(agent.agentId, 'delivered');
    const well = await svc.run(['doctor', agent.agentId], { env: { ...env, ...as(agent) } });
    expect(well).toMatchObject({ code: 0, stdout: expect.stringContaining('The secret is right.') });
    const nowhere = { env: { ...env, SVC_URL: 'http://127.0.0.1:9' } };
    expect(await svc.run(['doctor', agent.agentId], nowhere)).toMatchObject({ code: 8 });
  });

  it('waits for an answer over a restart of the service', async () => {
    const agent = await bench.person.createAgent();
    const proxy = new TcpProxy(new URL(baseUrl));
    const asking = ['decisions', 'ask', 'Still there?', '--timeout', '1m'];
    const { texts, ended } = svc.start(asking, { env: { ...as(agent), SVC_URL: await proxy.start() } });
    const stderr = async () => texts.stderr;
    await eventually(stderr, (said) => said.includes('Asked'), { what: 'the question' });
    proxy.refuse();
    await eventually(
      async () => proxy.seen.connections,
      (count) => count > 3,
      { what: 'another try' },
    );
    proxy.admit();
    await bench.person.resolve((await agent.newestDecision()).decision_id, { status: 'approved' });
    expect(await ended).toMatchObject({ code: 0, stdout: 'approved\n' });
    await proxy.stop();
  });

  it('waits for nobody where the question was answered before', async () => {
    const agent = await bench.person.createAgent();
    await agent.ask({ title: 'Again?', key: 'again' });
    await bench.person.resolve((await agent.newestDecision()).decision_id, { status: 'approved' });
    const asking = ['decisions', 'ask', 'Again?', '--key', 'again'];
    expect(await svc.run(asking, { env: as(agent) })).toMatchObject({ code: 0, stderr: '' });
  });

  it.each(['bash', 'zsh', 'fish'] as const)('completes commands in %s', async (shell) => {
    await bringProgram(shell);
    const { stdout } = await svc.run(['completion', shell]);
    const script = join(svc.home, `completion.${shell}`);
    for (const [typed, found] of [
      ['r', []],
      ['agents r', ['rm', 'rotate']],
      ['--json dec', ['decisions']],
    ] as const) {
      writeFileSync(script, COMPLETING[shell](stdout, typed));
      const { stdout: completion } = await run(shell, [script], { env: { PATH, HOME: svc.home } });
      const completed = completion.split('\n').map((line) => line.split(/[:\t]/)[0]);
      const fitting = completed.filter((word) => word?.startsWith(typed.split(' ').at(-1) ?? ''));
      expect(fitting.filter(Boolean).sort()).toEqual(found);
    }
  });

  /** The recipe of the guide opens it, see `pages.test.ts`. */
  it('is a gate of a deploy script, which stays closed after a no', async () => {
    const agent = await bench.person.createAgent({ kind: 'approval-only' });
    const env = { ...as(agent), PATH, HOME: svc.home, SVC_URL: baseUrl, GATE_TIMEOUT: '1m' };
    const command = [join(ROOT, 'examples/deploy-gate.sh'), 'v2', 'echo', 'deployed'];
    const deploying = run('bash', command, { env }).catch((error: unknown) => error);
    await bench.person.resolve((await agent.newestDecision()).decision_id, { status: 'rejected' });
    expect(await deploying).toMatchObject({ code: 10, stdout: expect.not.stringContaining('deployed\n') });
  });
});

const firstOf = (receiver: WebhookReceiver) => receiver.deliveries.first(() => true, 'a forwarded event');
