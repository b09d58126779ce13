/** @only-in-all Runs the commands and programs of pages. */
/** @any-shape The programs use the public doors alone. */
import { describe, expect, it } from '@jest/globals';
import { sign } from '@octokit/webhooks-methods';
import { startTestService } from '@svc/agent/testing';
import { freePort } from '@svc/runtime';
import { eventually, httpCall, textOf } from '@svc/testkit';
import type { AgentClient, ReceivedFrame, RunRecord, TaskRecord } from '@svc/testkit';
import { newestRequest, resolve } from './decision-calls.js';
import { startExample, useExamples } from './example-programs.js';
import { expectOneOrder } from './order-drill.js';
import { baseUrl, useProduct } from './product-under-test.js';

const bench = useProduct();
const examples = useExamples();

/** The person writes, and the agent's answer is what comes next. */
async function answerTo(agent: AgentClient, text: string) {
  const { conversation_id: id } = await bench.person.send(agent.agentId, text);
  const history = () => bench.person.history(id);
  const what = `an answer to "${text}"`;
  return (await eventually(history, ([newest]) => newest?.sender === 'agent', { what }))[0];
}

/** The newest run of a task, once it has ended. */
async function endedRun(taskId: string): Promise<RunRecord> {
  const [run] = await eventually(
    () => bench.person.tasks.runs(taskId),
    ([newest]) => newest !== undefined && !['pending', 'running'].includes(newest.status),
    { what: 'the run to end' },
  );
  return run as RunRecord;
}

async function taskNamed(agent: AgentClient, name: string) {
  const list = () => bench.person.tasks.list(agent.agentId);
  const isNamed = (task: TaskRecord) => task.name === name;
  const tasks = await eventually(list, (all) => all.some(isNamed), { what: `the task "${name}"` });
  return tasks.find(isNamed) as TaskRecord;
}

describe('The example', () => {
  it('echo.mjs answers', async () => {
    const agent = await bench.person.createAgent();
    examples.start('echo.mjs', agent);
    expect(await answerTo(agent, 'Hello')).toMatchObject({ text: 'You said: Hello' });
  });

  it('order-agent.mjs orders once, though it is killed twice and stopped', async () => {
    await expectOneOrder((env) => startExample('order-agent.mjs', env));
  });

  it('task-agent.mjs completes every run', async () => {
    const agent = await bench.person.createAgent();
    examples.start('task-agent.mjs', agent);
    const task = { name: 'New order', schedule: 'event' };
    const { id, trigger_id } = await bench.person.tasks.create(agent.agentId, task);
    await httpCall(`${baseUrl}/webhook/${trigger_id}`, { body: { order: 1 } });
    const summary = '**New order** is done. It was given {"order":1}.';
    expect(await endedRun(id)).toMatchObject({ status: 'completed', summary });
  });

  it('daily-digest.mjs reports each morning what was done since the last one', async () => {
    const svc = await startTestService({ clock: '2026-03-02T06:00:00Z' });
    const program = startExample('daily-digest.mjs', svc.env);
    try {
      const path = `/agents/${svc.agent.agentId}/tasks`;
      const list = () => svc.call<unknown[]>(path);
      await eventually(list, (tasks) => tasks.length === 1, { what: 'its task' });
      await svc.call(path, { body: { name: 'Backup', prompt: 'Do it.', schedule: '0 */12 * * *' } });
      await svc.advance('2d');
      const digests = (await svc.runs('Daily digest')).map(({ summary }) => summary);
      expect(digests).toEqual(['Runs since the last digest: 2.', 'Runs since the last digest: 0.']);
      const report = await svc.nextMessage({ where: ({ text }) => text.startsWith('- completed') });
      expect(report).toMatchObject({
        ...{ kind: 'report', report_title: 'Daily digest' },
        text: '- completed: **Backup** is done.\n- completed: **Backup** is done.',
      });
    } finally {
      await program.kill();
      await svc.stop();
    }
  });

  it('github-trigger.mjs asks about a pull request that GitHub has signed, and about no other', async () => {
    const agent = await bench.person.createAgent();
    examples.start('github-trigger.mjs', agent, { GITHUB_TOKEN: '' });
    const task = await taskNamed(agent, 'Pull request');
    const secret = 'a secret of a repository';
    const setting = { method: 'PUT', body: { scheme: 'github', secrets: [secret] } };
    expect((await bench.person.call(`/tasks/${task.id}/sender`, setting)).status).toBe(200);
    const user = { login: 'grace' };
    const pull_request = { number: 7, title: 'Mend the door', url: '#', html_url: '#', user };
    const body = JSON.stringify({ action: 'opened', pull_request, repository: { full_name: 'acme/house' } });
    const event = { 'x-github-event': 'pull_request', 'x-github-delivery': agent.agentId };
    const deliver = async (by: string) => {
      const headers = { ...event, 'x-hub-signature-256': await sign(by, body) };
      return (await httpCall(`${baseUrl}/webhook/${task.trigger_id}`, { body, headers })).status;
    };
    expect(await deliver('another secret')).toBe(401);
    expect(await deliver(secret)).toBe(200);
    const question = await newestRequest(agent);
    expect(question.title).toBe('Merge acme/house#7?');
    await resolve(bench.person, question.decision_id);
    expect(await endedRun(task.id)).toMatchObject({
      summary: '**acme/house#7** would be merged, if there were a GITHUB_TOKEN.',
    });
  });

  it('streaming-model.mjs answers with a text that grows', async () => {
    const own = await bench.openConsole();
    const agent = await bench.person.createAgent();
    examples.start('streaming-model.mjs', agent, { WORD_MS: '40' });
    expect(await answerTo(agent, 'Why?')).toMatchObject({
      text: 'This is answer number **1**, and you have asked: _Why?_ A real model would know more.',
    });
    const isPiece = (frame: ReceivedFrame) =>
      frame.type === 'stream' && frame['agent_id'] === agent.agentId && textOf(frame) !== '';
    await own.frames.until((frames) => frames.filter(isPiece).length > 1, 'more than one piece');
  });

  it('express-webhook.mjs answers what came by webhook', async () => {
    const port = await freePort();
    const agent = await bench.person.createAgent({ webhook_url: `http://127.0.0.1:${port}/` });
    const program = examples.start('express-webhook.mjs', agent, { PORT: String(port) });
    const output = async () => program.output();
    await eventually(output, (text) => text.includes('Listening'), { what: 'the door' });
    expect(await answerTo(agent, 'Hello')).toMatchObject({ text: 'Received by webhook: Hello' });
  });
});
