/** @only-in-all Of the command line, program by program. */
/** @any-shape A client like any other, which sees one door. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@svc/testkit';
import type { AgentClient, WebhookReceiver } from '@svc/testkit';
import { webhookSignature } from '@svc/domain';
import { bringProgram } from '../../scripts/testing/programs.mjs';
import { makeApiKey } from './api-key.js';
import { newestRequest, resolve } from './decision-calls.js';
import { baseUrl, useProduct } from './product-under-test.js';
import { useSvc } from './svc-program.js';

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
  const bench = useProduct();
  const svc = useSvc();
  let env: { SVC_API_KEY: string };

  beforeAll(async () => {
    env = { SVC_API_KEY: (await makeApiKey(bench.person)).secret };
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

  it('is the agent where that is asked for', async () => {
    const agent = await bench.person.createAgent();
    const receiver = await bench.receive();
    const args = ['listen', agent.agentId, '--take-over', '--forward-to', receiver.url];
    const { child, ended } = svc.start(args, { env: as(agent) });
    await bench.person.send(agent.agentId, 'Taken');
    expect(JSON.parse((await firstOf(receiver)).rawBody.toString())).toMatchObject({ text: 'Taken' });
    await bench.person.newestEvent(agent.agentId, 'delivered');
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
      const completed = (await run(shell, [script])).stdout.split('\n').map((line) => line.split(/[:\t]/)[0]);
      const fitting = completed.filter((word) => word?.startsWith(typed.split(' ').at(-1) ?? ''));
      expect(fitting.filter(Boolean).sort()).toEqual(found);
    }
  });

  /** The recipe of the guide opens it, see `pages.test.ts`. */
  it('is a gate of a deploy script, which stays closed after a no', async () => {
    const agent = await bench.person.createAgent({ kind: 'approval-only' });
    const program = join(ROOT, 'packages/cli/bin/svc.mjs');
    const bin = join(svc.home, 'svc');
    writeFileSync(bin, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`, { mode: 0o755 });
    const PATH = `${dirname(bin)}:${dirname(process.execPath)}:${process.env['PATH']}`;
    const env = { ...as(agent), PATH, HOME: svc.home, SVC_URL: baseUrl, GATE_TIMEOUT: '1m' };
    const command = [join(ROOT, 'examples/deploy-gate.sh'), 'v2', 'echo', 'deployed'];
    const deploying = run('bash', command, { env }).catch((error: unknown) => error);
    await resolve(bench.person, (await newestRequest(agent)).decision_id, { status: 'rejected' });
    expect(await deploying).toMatchObject({ code: 10, stdout: expect.not.stringContaining('deployed\n') });
  });
});

const firstOf = (receiver: WebhookReceiver) => receiver.deliveries.first(() => true, 'a forwarded event');
