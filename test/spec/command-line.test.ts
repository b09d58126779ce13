/** @only-in-all Of the command line, program by program. */
/** @any-shape A client like any other, which sees one door. */
import { stat } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { eventually, Person } from '@svc/testkit';
import { makeApiKey } from './api-key.js';
import { baseUrl, useProduct } from './product-under-test.js';
import { useSvc } from './svc-program.js';

/** An API key of the person, as an environment. */
async function keyOf(person: Person, scopes: string[]): Promise<{ SVC_API_KEY: string }> {
  return { SVC_API_KEY: (await makeApiKey(person, { scopes })).secret };
}

describe('svc', () => {
  const bench = useProduct();
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

  it('logs in by the browser, says who is there, and logs out', async () => {
    const person = await Person.signUp(baseUrl);
    const { texts, ended } = svc.start(['--json', 'login', '--scopes', 'read,agents', '--name', 'a shell']);
    const code = async () => /[A-Z]{4}-[A-Z]{4}/.exec(texts.stderr)?.[0];
    const user_code = await eventually(code, (found) => found !== undefined, { what: 'a code' });
    const answer = { user_code, approved: true, scopes: ['read', 'agents'], expires_in_seconds: 3_600 };
    expect((await person.call('/account/device-logins/resolve', { body: answer })).status).toBe(204);
    const { code: exit, stdout } = await ended;
    const kept = { url: baseUrl, scopes: ['read', 'agents'], kept_in: svc.configPath };
    expect([exit, JSON.parse(stdout)]).toMatchObject([0, kept]);
    expect((await stat(svc.configPath)).mode & 0o777).toBe(0o600);
    const who = await svc.run(['whoami']);
    expect(who).toMatchObject({ code: 0, stdout: expect.stringContaining('"a shell" for read, agents') });
    const made = await svc.run(['agents', 'create', 'Mail']);
    expect(made.stdout).toMatch(/^AGENT_ID=agt_\w+\nAGENT_SECRET=svc_\w+\n$/);
    const rotated = await svc.run(['--json', 'agents', 'rotate', 'mail', '--grace', '1m']);
    expect(JSON.parse(rotated.stdout)).toMatchObject({ secret: expect.any(String) });
    expect(await svc.run(['agents', 'rm', 'Mail'])).toMatchObject({ code: 2 });
    expect(await svc.run(['agents', 'rm', 'Mail', '--yes'])).toMatchObject({ code: 4 });
    expect(await svc.run(['agents', 'rotate', 'Post'])).toMatchObject({ code: 5 });
    expect(await svc.run(['logout'])).toMatchObject({ code: 0 });
    expect(await svc.run(['whoami'])).toMatchObject({ code: 3 });
    const keys = await person.call('/account/keys');
    expect(keys.body).toEqual([expect.objectContaining({ state: 'revoked' })]);
  });

  /** The guide does the rest with tasks, see `pages.test.ts`. */
  it('calls a trigger once under a key', async () => {
    const { agent, id } = await bench.triggeredAgent();
    const options = { env: await keyOf(bench.person, ['read', 'write']), input: '{"order":4711}' };
    const keyed = ['trigger', id, '-d', '@-', '-k', 'one'];
    expect((await svc.run(keyed, options)).stdout).toBe('queued\n');
    expect((await svc.run(keyed, options)).stdout).toContain('duplicate\t');
    expect(await agent.tasks.pendingTriggers()).toMatchObject([{ payload: { order: 4711 } }]);
  });

  it('tells events as they come, without taking them from the agent', async () => {
    const agent = await bench.person.createAgent();
    const env = await keyOf(bench.person, ['read']);
    await bench.person.send(agent.agentId, 'before');
    const follow = ['--json', 'events', 'tail', agent.agentId, '--follow'];
    const { child, texts, ended } = svc.start(follow, { env });
    const stdout = async () => texts.stdout;
    await eventually(stdout, (out) => out.includes('user_message'), { what: 'the first event' });
    await bench.person.send(agent.agentId, 'after');
    await eventually(stdout, (out) => out.trim().split('\n').length === 2, { what: 'the second event' });
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 130, stderr: '' });
    const socket = await bench.connect(agent);
    await socket.userMessage('before');
    await socket.userMessage('after');
  });

  it('ends with 11 where nobody answers in time, and with 2 where what is sent is no object', async () => {
    const { agent, id } = await bench.triggeredAgent();
    const env = { AGENT_ID: agent.agentId, AGENT_SECRET: agent.secret };
    const asking = ['decisions', 'ask', 'Too late?', '--timeout', '1s'];
    expect(await svc.run(asking, { env })).toMatchObject({ code: 11 });
    const key = await keyOf(bench.person, ['read', 'write']);
    const saying = ['chat', agent.agentId, '-m', 'Still there?', '--timeout', '1s'];
    expect(await svc.run(saying, { env: key })).toMatchObject({ code: 11 });
    expect(await svc.run(['trigger', id, '-d', '[1]'], { env: key })).toMatchObject({ code: 2 });
  });
});
