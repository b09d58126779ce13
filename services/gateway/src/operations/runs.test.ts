import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId, secretHash } from '@svc/domain';
import { expectContract, useGateway } from '../gateway.suite.js';
import type { TestAgent } from '../gateway.suite.js';
import { CRON_TASK, EVENT_TASK, taskCalls } from './tasks.suite.js';

const bench = useGateway();
const { addTask, call, startRun } = taskCalls(bench);

beforeEach(() => {
  bench.hints.length = 0;
});

const runNow = (agent: TestAgent, taskId: string) =>
  bench.call('POST', `/api/client/tasks/${taskId}/run`, { headers: agent.owner.auth });

async function trigger(triggerId: string, text: string): Promise<void> {
  const intake = bench.store.triggerIntake({ dedupWindowMs: 1_000 });
  await intake.accept({ triggerHash: secretHash(triggerId), payload: { hash: randomBytes(32), text } });
}

describe('a run', () => {
  it('is started, read and completed', async () => {
    const agent = await bench.addAgent();
    const taskId = await addTask(agent);
    const started = await call(agent, 'POST', `/${taskId}/run/start`);
    expect(started.status).toBe(200);
    expectContract('startRun', started);
    const runId = started.body.run_id;
    const running = await call(agent, 'GET', `/runs/${runId}`);
    expectContract('getRun', running);
    expect(running.body).toEqual({
      id: runId,
      task_id: taskId,
      agent_id: agent.agentId,
      status: 'running',
      summary: null,
      started_at: expect.any(String),
      finished_at: null,
    });
    const completed = await call(agent, 'POST', `/runs/${runId}/complete`, {
      status: 'completed',
      summary: '**Done**',
    });
    expectContract('completeRun', completed);
    expect(completed).toMatchObject({ status: 200, body: { status: 'completed', run_id: runId } });
    expect((await call(agent, 'GET', `/runs/${runId}`)).body).toMatchObject({
      status: 'completed',
      summary: '**Done**',
      finished_at: expect.any(String),
    });
    expect((await call(agent, 'GET', `/${taskId}`)).body.last_run_status).toBe('completed');
    // Hints of one kind that come soon after another are put together, so the last of them takes its time.
    const hinted = (type: string) =>
      bench.hints.filter(
        (hint) => hint.type === type && 'agent_id' in hint && hint.agent_id === agent.agentId,
      );
    while (hinted('message').length < 1 || hinted('run').length < 2) await new Promise(setImmediate);
  });

  it('puts one bubble into the chat, also when it is completed twice', async () => {
    const agent = await bench.addAgent();
    const runId = await startRun(agent, await addTask(agent));
    const complete = () =>
      call(agent, 'POST', `/runs/${runId}/complete`, { status: 'failed', summary: 'No mail' });
    expect((await complete()).status).toBe(200);
    expect((await complete()).status).toBe(200);
    const other = await call(agent, 'POST', `/runs/${runId}/complete`, { status: 'completed' });
    expect(other).toMatchObject({ status: 409, body: { detail: 'The run is already failed' } });
    expectContract('completeRun', other);
    const headers = agent.owner.auth;
    const [conversation] = (await bench.call('GET', '/api/client/conversations', { headers })).body;
    const history = await bench.call('GET', `/api/client/conversations/${conversation.id}/messages`, {
      headers,
    });
    expectContract('listConversationMessages', history);
    expect(history.body).toMatchObject([
      {
        sender: 'agent',
        kind: 'run',
        text: 'No mail',
        report_title: CRON_TASK.name,
        task_run_id: runId,
        image_urls: [],
      },
    ]);
  });

  it.each<[string, object, number]>([
    ['no status', {}, 422],
    ['another status', { status: 'cancelled' }, 422],
    ['a summary that is no text', { status: 'completed', summary: 1 }, 422],
    ['U+0000', { status: 'completed', summary: 'a\0' }, 422],
    ['1,001 characters', { status: 'completed', summary: 'x'.repeat(1_001) }, 422],
    ['1,001 characters outside the basic plane', { status: 'completed', summary: '😀'.repeat(1_001) }, 422],
  ])('is not completed with %s', async (_name, body, status) => {
    const agent = await bench.addAgent();
    const runId = await startRun(agent, await addTask(agent));
    const answer = await call(agent, 'POST', `/runs/${runId}/complete`, body);
    expect(answer.status).toBe(status);
    expectContract('completeRun', answer);
    expect((await call(agent, 'GET', `/runs/${runId}`)).body.status).toBe('running');
  });

  it('keeps a summary of 1,000 characters whole, however many bytes they have', async () => {
    const agent = await bench.addAgent();
    for (const summary of ['x'.repeat(1_000), '😀'.repeat(1_000)]) {
      const runId = await startRun(agent, await addTask(agent));
      expect(
        (await call(agent, 'POST', `/runs/${runId}/complete`, { status: 'completed', summary })).status,
      ).toBe(200);
      expect((await call(agent, 'GET', `/runs/${runId}`)).body.summary).toBe(summary);
    }
  });

  it('is cancelled with its task, and then not completed', async () => {
    const agent = await bench.addAgent();
    const taskId = await addTask(agent);
    const runId = await startRun(agent, taskId);
    await call(agent, 'DELETE', `/${taskId}`);
    const read = await call(agent, 'GET', `/runs/${runId}`);
    expectContract('getRun', read);
    expect(read.body).toMatchObject({ status: 'cancelled', task_id: null });
    for (const path of [`/runs/${runId}/complete`, `/runs/${runId}/context`]) {
      const answer = await call(agent, 'POST', path, { status: 'completed', text: 'x' });
      expect(answer).toMatchObject({ status: 409, body: { detail: 'The run is already cancelled' } });
    }
  });

  it('is not found by another agent', async () => {
    const agent = await bench.addAgent();
    const runId = await startRun(agent, await addTask(agent));
    const other = await bench.addAgent();
    for (const id of [runId, newId('run'), 'x']) {
      for (const [method, path, body] of [
        ['GET', ''],
        ['POST', '/complete', { status: 'completed' }],
        ['POST', '/context', { text: 'x' }],
        ['GET', '/context'],
      ] as const) {
        expect((await call(other, method, `/runs/${id}${path}`, body)).status).toBe(404);
      }
    }
    const answer = await bench.call('GET', `/api/client/runs/${runId}`, { headers: other.owner.auth });
    expect(answer.status).toBe(404);
  });
});

describe('a run’s context', () => {
  it('is appended to and read in order, and gone with the run’s end', async () => {
    const agent = await bench.addAgent();
    const runId = await startRun(agent, await addTask(agent));
    const text = JSON.stringify({ read: 12 });
    const first = await call(agent, 'POST', `/runs/${runId}/context`, { run_id: runId, text });
    expectContract('appendContext', first);
    expect(first).toMatchObject({ status: 200, body: { status: 'ok', block_id: 1 } });
    const long = '😀'.repeat(65_536);
    expect((await call(agent, 'POST', `/runs/${runId}/context`, { text: long })).body.block_id).toBe(2);
    const read = await call(agent, 'GET', `/runs/${runId}/context`);
    expectContract('listContext', read);
    expect(read.body).toEqual({
      run_id: runId,
      blocks: [
        { id: 1, text, created_at: expect.any(String) },
        { id: 2, text: long, created_at: expect.any(String) },
      ],
    });
    await call(agent, 'POST', `/runs/${runId}/complete`, { status: 'completed' });
    expect((await call(agent, 'GET', `/runs/${runId}/context`)).body).toEqual({ run_id: runId, blocks: [] });
    const refused = await call(agent, 'POST', `/runs/${runId}/context`, { text });
    expect(refused).toMatchObject({ status: 409, body: { detail: 'The run is already completed' } });
    expectContract('appendContext', refused);
  });

  it.each<[string, object]>([
    ['no text', {}],
    ['an empty text', { text: '' }],
    ['an object', { text: { a: 1 } }],
    ['65,537 characters', { text: 'x'.repeat(65_537) }],
    ['U+0000', { text: '\0' }],
  ])('refuses %s', async (_name, body) => {
    const agent = await bench.addAgent();
    const runId = await startRun(agent, await addTask(agent));
    const answer = await call(agent, 'POST', `/runs/${runId}/context`, body);
    expect(answer.status).toBe(422);
    expectContract('appendContext', answer);
  });
});

describe('the polls', () => {
  it('show a due task until its run is started', async () => {
    const agent = await bench.addAgent();
    const id = await addTask(agent);
    const fired = await runNow(agent, id);
    expect(fired).toMatchObject({ status: 202, body: { run_id: expect.stringMatching(/^run_/) } });
    expectContract('runTaskNow', fired);
    const due = await call(agent, 'GET', '/due');
    expectContract('listDueTasks', due);
    expect(due.body).toEqual([{ id, ...CRON_TASK, trigger_type: 'scheduled', enabled: true }]);
    expect((await call(agent, 'GET', '/due')).body).toEqual(due.body);
    expect(await startRun(agent, id)).toBe(fired.body.run_id);
    expect((await call(agent, 'GET', '/due')).body).toEqual([]);
  });

  it('hand a queued trigger out once within its lease, its payload unchanged', async () => {
    const agent = await bench.addAgent();
    const task = (await call(agent, 'POST', '', EVENT_TASK)).body;
    const payload = '{"id":12345678901234567890,"__proto__":{"a":1e400},"text":"\\u0000 \\"payload\\":"}';
    await trigger(task.trigger_id, payload);
    const { baseUrl } = bench;
    const response = await fetch(`${baseUrl}/api/agent/tasks/triggers/pending`, { headers: agent.auth });
    const text = await response.text();
    expect(text).toContain(`"payload":${payload},"run_id":`);
    expectContract('listPendingTriggers', { status: 200, headers: response.headers, body: JSON.parse(text) });
    expect(JSON.parse(text)).toMatchObject([
      {
        id: expect.stringMatching(/^evt_/),
        task_id: task.id,
        task_name: EVENT_TASK.name,
        task_prompt: EVENT_TASK.prompt,
        run_id: expect.stringMatching(/^run_/),
        received_at: expect.any(String),
      },
    ]);
    expect((await call(agent, 'GET', '/triggers/pending')).body).toEqual([]);
  });
});

describe('a user', () => {
  it('sees the runs of a task page by page, and a run with its context', async () => {
    const agent = await bench.addAgent();
    const headers = agent.owner.auth;
    const taskId = await addTask(agent);
    const runs = [await startRun(agent, taskId), await startRun(agent, taskId)];
    await call(agent, 'POST', `/runs/${runs[1]}/context`, { text: 'so far' });
    const path = `/api/client/tasks/${taskId}/runs`;
    const first = await bench.call('GET', `${path}?limit=1`, { headers });
    expectContract('listTaskRuns', first);
    expect(first.body).toMatchObject([{ id: runs[1], origin: 'manual', scheduled_for: null }]);
    const second = await bench.call('GET', `${path}?limit=1&cursor=${runs[1]}`, { headers });
    expect(second.body).toMatchObject([{ id: runs[0] }]);
    expect((await bench.call('GET', `${path}?limit=0`, { headers })).status).toBe(422);
    const read = await bench.call('GET', `/api/client/runs/${runs[1]}`, { headers });
    expectContract('getTaskRun', read);
    expect(read.body).toMatchObject({ task_name: CRON_TASK.name, context: [{ id: 1, text: 'so far' }] });
  });

  it('cancels a run, with hints for consoles the first time', async () => {
    const agent = await bench.addAgent();
    const headers = agent.owner.auth;
    const runId = await startRun(agent, await addTask(agent));
    const cancel = () => bench.call('POST', `/api/client/runs/${runId}/cancel`, { headers });
    const cancelled = await cancel();
    expectContract('cancelTaskRun', cancelled);
    expect(cancelled).toMatchObject({ status: 200, body: { id: runId, status: 'cancelled', summary: null } });
    const hinted = (type: string) =>
      bench.hints.filter(
        (hint) => hint.type === type && 'agent_id' in hint && hint.agent_id === agent.agentId,
      );
    while (hinted('message').length < 1 || hinted('run').length < 2) await new Promise(setImmediate);
    expect((await cancel()).body).toEqual(cancelled.body);
  });

  it('cannot have the event of a finished run delivered again', async () => {
    const agent = await bench.addAgent();
    const headers = agent.owner.auth;
    const { run_id } = (await runNow(agent, await addTask(agent))).body;
    await call(agent, 'POST', `/runs/${run_id}/complete`, { status: 'completed' });
    const events = await bench.call('GET', `/api/client/agents/${agent.agentId}/events`, { headers });
    expect(events.body).toMatchObject([{ type: 'task_due', state: 'delivered', channel: 'poll' }]);
    const again = await bench.call('POST', `/api/client/events/${events.body[0].event_id}/redeliver`, {
      headers,
    });
    expect(again.status).toBe(409);
    expectContract('redeliverEvent', again);
  });
});
