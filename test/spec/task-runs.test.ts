import { eventually } from '@svc/testkit';
import type { AgentClient, HttpAnswer, NewKey } from '@svc/testkit';
import { bodyOf, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';

const bench = useProduct();

const TASKS = '/api/agent/tasks';
const SUMMARY_LENGTH_MAX = 1_000;
const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function complete(agent: AgentClient, runId: string, body: unknown) {
  return agent.call(`${TASKS}/runs/${runId}/complete`, { body });
}

describe('POST run/start', () => {
  it('answers {run_id} of a run that is running, and that no other is open', async () => {
    const { agent, ...task } = await bench.scheduledAgent();
    const answer = await bodyOf('startRun', agent.call(`${TASKS}/${task.id}/run/start`, { method: 'POST' }));
    expect(answer).toEqual({ run_id: expect.stringMatching(/^run_[0-9a-f]+$/), open_runs: [] });
    const { run_id } = answer;
    expect(await agent.tasks.run(run_id)).toMatchObject({
      ...{ id: run_id, task_id: task.id, agent_id: agent.agentId, status: 'running' },
      ...{ summary: null, started_at: expect.stringMatching(ISO_UTC), finished_at: null },
    });
    // The agent itself has started the run.
    expect(await bench.person.events(agent.agentId)).toEqual([]);
  });

  it('takes the run that was pushed, as long as nothing was done with it', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const { id } = await agent.tasks.create({ schedule: '0 9 1 1 *' });
    const runId = await bench.person.tasks.run(id);
    await socket.frame({ type: 'task_due' });
    const run = () => agent.tasks.run(runId);
    await eventually(run, ({ status }) => status === 'running');
    expect(await agent.tasks.start(id)).toBe(runId);
    expect(await agent.tasks.start(id)).not.toBe(runId);
  });

  it('answers with the ids of the newest ten open runs of the task beside it', async () => {
    const { agent, id } = await bench.scheduledAgent();
    await agent.tasks.startNew();
    const left: string[] = [];
    for (let count = 0; count < 11; count += 1) left.unshift(await agent.tasks.start(id));
    await agent.tasks.complete(left.shift() ?? '', { status: 'failed' });
    const waiting = [await bench.person.tasks.run(id), await bench.person.tasks.run(id)];
    const answer = await agent.call(`${TASKS}/${id}/run/start`, { method: 'POST' });
    expect(answer.body).toEqual({ run_id: waiting[0], open_runs: [waiting[1], ...left.slice(0, 9)] });
  });
});

describe('POST run complete', () => {
  it('ends a run with a summary of up to 1000 characters', async () => {
    const { agent, runId } = await bench.runningAgent();
    const summary = 'ü'.repeat(SUMMARY_LENGTH_MAX);
    const answer = await agent.tasks.complete(runId, { status: 'failed', summary });
    expect(answer).toEqual({ status: 'failed', run_id: runId });
    const run = await agent.tasks.run(runId);
    expect(run).toMatchObject({ summary, status: 'failed', finished_at: expect.stringMatching(ISO_UTC) });
  });

  it('again with the same status is 200, with another one 409, and changes nothing', async () => {
    const { agent, runId } = await bench.runningAgent();
    await agent.tasks.complete(runId, { status: 'completed', summary: 'First' });
    const run = await agent.tasks.run(runId);
    const again = await agent.tasks.complete(runId, { status: 'completed', summary: 'Second' });
    expect(again).toEqual({ status: 'completed', run_id: runId });
    expectRefusal(await complete(agent, runId, { status: 'failed' }), 409);
    expect(await agent.tasks.run(runId)).toEqual(run);
  });

  it('at one instant with both statuses ends the run once, as one of them, with one bubble', async () => {
    const { agent, runId } = await bench.runningAgent();
    const statuses = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? 'completed' : 'failed'));
    const answers = await Promise.all(statuses.map((status) => complete(agent, runId, { status })));
    const { status: final } = await agent.tasks.run(runId);
    answers.forEach((answer, index) => {
      expect(answer.status).toBe(statuses[index] === final ? 200 : 409);
    });
    const [conversationId = '', ...others] = await bench.person.conversationIds(agent.agentId);
    expect(others).toEqual([]);
    expect(await bench.person.history(conversationId)).toHaveLength(1);
  });
});

describe('A run', () => {
  it('is cancelled when its task is deleted, stays readable, and cannot be completed', async () => {
    const { agent, taskId, runId } = await bench.runningAgent();
    await agent.tasks.delete(taskId);
    const cancelled = { status: 'cancelled', finished_at: expect.stringMatching(ISO_UTC) };
    expect(await agent.tasks.run(runId)).toMatchObject(cancelled);
    expectRefusal(await complete(agent, runId, { status: 'completed' }), 409);
  });
});

describe('The context of a run', () => {
  let agent: AgentClient;
  let runId: string;

  beforeEach(async () => {
    agent = await bench.person.createAgent();
    ({ runId } = await agent.tasks.startNew());
  });

  it('takes blocks, answers {status: ok, block_id}, and lists them in order, ids counted up', async () => {
    const texts = Array.from({ length: 12 }, (_, index) => JSON.stringify({ step: index, sign: ' 🎉\n' }));
    const ids: number[] = [];
    for (const text of texts) {
      const answer = await bodyOf(
        'appendContext',
        agent.call(`${TASKS}/runs/${runId}/context`, { body: { text, run_id: runId } }),
      );
      expect(answer).toEqual({ status: 'ok', block_id: expect.any(Number) });
      ids.push(answer.block_id);
    }
    expect(ids).toEqual(texts.map((_, index) => ids[0]! + index));
    const listed = await bodyOf('listContext', agent.call(`${TASKS}/runs/${runId}/context`));
    const { blocks } = listed;
    expect(listed).toEqual({
      run_id: runId,
      blocks: texts.map((text, index) => ({
        ...{ id: ids[index], text, created_at: expect.stringMatching(ISO_UTC) },
      })),
    });
    const times = blocks.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted());
  });

  it('is deleted when the run ends, and takes nothing more: 409', async () => {
    await agent.tasks.append(runId, 'Scratch');
    await agent.tasks.complete(runId, { status: 'failed' });
    expect(await agent.tasks.blocks(runId)).toEqual([]);
    expectRefusal(await agent.call(`${TASKS}/runs/${runId}/context`, { body: { text: 'Late' } }), 409);
  });
});

const RUNS = '/api/agent/tasks/runs';

const createTask = async (agent: AgentClient, name = 'Tidy up'): Promise<string> =>
  (await agent.tasks.create({ schedule: '0 9 1 1 *', name })).id;

describe('GET /api/agent/tasks/runs', () => {
  const page = (agent: AgentClient, query = '') => bodyOf('listRuns', agent.call(`${RUNS}${query}`));

  it('lists the agent’s own runs, newest first, by state and by task, also of a deleted task', async () => {
    const agent = await bench.person.createAgent();
    expect(await page(agent)).toEqual({ runs: [], next_cursor: null });
    const [first, second] = [await createTask(agent), await createTask(agent)];
    const ids = [
      await agent.tasks.start(first),
      await agent.tasks.start(second),
      await agent.tasks.start(first),
    ];
    await agent.tasks.complete(ids[0] ?? '');
    const idsOf = async (query: string) => (await page(agent, query)).runs.map(({ id }) => id);
    expect(await idsOf('')).toEqual([...ids].reverse());
    expect((await page(agent)).runs[2]).toEqual(await agent.tasks.run(ids[0] ?? ''));
    expect(await idsOf('?status=completed')).toEqual([ids[0]]);
    expect(await idsOf(`?task_id=${second}`)).toEqual([ids[1]]);
    await agent.tasks.delete(first);
    expect(await idsOf('?status=cancelled')).toEqual([ids[2]]);
    expect(await idsOf('')).toEqual([...ids].reverse());
  });
});

describe('GET /api/agent/tasks/runs?status=running', () => {
  const open = (agent: AgentClient, query = 'status=running') =>
    bodyOf('listRuns', agent.call(`${RUNS}?${query}`));

  it('says what each run is about: its prompt, and the payload as it came; other lists do not', async () => {
    const { agent, socket, trigger_id } = await bench.onlineTriggeredAgent({ prompt: 'Pack the order.' });
    const triggered = await bench.expectTriggered(trigger_id, { order: 12 });
    await socket.taskTrigger(triggered);
    await bench.person.newestEvent(agent.agentId, 'delivered');
    const started = await agent.tasks.start(await createTask(agent));
    expect((await open(agent)).runs).toEqual([
      { ...(await agent.tasks.run(started)), prompt: 'Tidy the mailbox.' },
      { ...(await agent.tasks.run(triggered)), prompt: 'Pack the order.', payload: { order: 12 } },
    ]);
    for (const { prompt } of (await open(agent, 'limit=5')).runs) expect(prompt).toBeUndefined();
  });

  it('says it, and the headers of the trigger, to no key without the scope tasks', async () => {
    const { agent, trigger_id } = await bench.triggeredAgent({ trigger_headers: ['x-kind'] });
    await bench.expectQueued(trigger_id, '{"order":12}', { headers: { 'x-kind': 'order' } });
    const byKey = async (scopes: NonNullable<NewKey['scopes']>) =>
      agent.withSecret((await bench.person.createKey(agent.agentId, { scopes })).secret);
    const about = ['headers', 'payload', 'prompt'];
    const shown = (run: object = {}) => Object.keys(run).filter((field) => about.includes(field));
    const fields = async (client: AgentClient) => {
      const [run] = (await open(client, 'status=pending')).runs;
      return [shown(run).sort(), shown(await client.tasks.run(run?.id ?? ''))];
    };
    expect(await fields(await byKey(['messages', 'read']))).toEqual([[], []]);
    expect(await fields(await byKey(['tasks']))).toEqual([about, ['headers']]);
  });

  it('has pages of 512 KiB', async () => {
    const { agent, socket, trigger_id } = await bench.onlineTriggeredAgent();
    const ids = [];
    for (const order of [1, 2, 3])
      ids.unshift(await bench.expectTriggered(trigger_id, { order, text: 'x'.repeat(200_000) }));
    await socket.taskTrigger(ids[0] ?? '');
    await bench.person.newestEvent(agent.agentId, 'delivered');
    const first = await open(agent);
    expect([first.runs.map(({ id }) => id), first.next_cursor]).toEqual([ids.slice(0, 2), ids[1]]);
    const second = await open(agent, `status=running&cursor=${first.next_cursor}`);
    expect([second.runs.map(({ id }) => id), second.next_cursor]).toEqual([ids.slice(2), null]);
  });
});

describe('How far a run is', () => {
  const say = (agent: AgentClient, runId: string, body: object): Promise<HttpAnswer> =>
    agent.call(`${RUNS}/${runId}/progress`, { body });

  const inProgress = (agentId: string) =>
    bodyOf('listRunsInProgress', bench.person.call(`/agents/${agentId}/runs/in-progress`));

  it('is shown to the person by its latest word, live, until the run’s bubble takes its place', async () => {
    const { agent, conversation_id: conversationId } = await bench.askedAgent();
    const id = await createTask(agent, 'Weekly report');
    const runId = await agent.tasks.start(id);
    expect(await inProgress(agent.agentId)).toEqual({ conversation_id: null, runs: [] });
    const console = await bench.openConsole();
    for (const [percent, text] of [
      [0, 'Begun'],
      [40, '2 of 5 pages'],
    ] as const) {
      const body = await bodyOf('reportProgress', say(agent, runId, { percent, text }));
      expect(body).toEqual({ run_id: runId, status: 'running' });
    }
    await console.frame({ run_id: runId });
    const progress = { percent: 40, text: '2 of 5 pages', updated_at: expect.any(String) };
    expect(await inProgress(agent.agentId)).toEqual({
      conversation_id: conversationId,
      runs: [expect.objectContaining({ id: runId, task_name: 'Weekly report', status: 'running', progress })],
    });
    expect(await agent.tasks.run(runId)).toMatchObject({ progress });
    // It is no message.
    expect((await agent.history(conversationId)).map(({ text }) => text)).toEqual(['Hello']);
    await agent.tasks.complete(runId, { status: 'completed', summary: 'Written' });
    expect(await bench.person.bubbles(agent.agentId, runId)).toEqual(['Written']);
    expect(await inProgress(agent.agentId)).toEqual({ conversation_id: null, runs: [] });
    expect(await agent.tasks.run(runId)).not.toHaveProperty('progress');
  });
});

describe('Cancelling a run', () => {
  const cancel = (runId: string) => bench.person.call(`/runs/${runId}/cancel`, { method: 'POST' });

  it('ends a running run, and answers the run', async () => {
    const { agent, runId } = await bench.runningAgent();
    await agent.tasks.append(runId, 'Half way');
    const answer = await bodyOf('cancelTaskRun', cancel(runId));
    const cancelled = { id: runId, status: 'cancelled', summary: null, finished_at: expect.any(String) };
    expect(answer).toMatchObject(cancelled);
    expect(await agent.tasks.run(runId)).toMatchObject(cancelled);
    const context = await agent.call(`/api/agent/tasks/runs/${runId}/context`);
    expect(context).toMatchObject({ status: 200, body: { blocks: [] } });
    const complete = { body: { status: 'completed' } };
    expectRefusal(await agent.call(`/api/agent/tasks/runs/${runId}/complete`, complete), 409);
    expectRefusal(await agent.call(`/api/agent/tasks/runs/${runId}/context`, { body: { text: 'x' } }), 409);
  });

  it('ends a pending run, whose event is dropped and which no poll shows any more', async () => {
    const { agent, id } = await bench.scheduledAgent();
    const runId = await bench.person.tasks.run(id);
    await bench.person.newestEvent(agent.agentId, 'waiting');
    await bodyOf('cancelTaskRun', cancel(runId));
    expect(await bench.person.events(agent.agentId)).toMatchObject([
      { type: 'task_due', state: 'failed', drop_reason: 'run_cancelled' },
    ]);
    expect(await agent.tasks.due()).toEqual([]);
    expect(await agent.tasks.start(id)).not.toBe(runId);
  });

  it('takes a queued trigger from its agent, and leaves its payload a duplicate', async () => {
    const { agent, trigger_id } = await bench.triggeredAgent();
    await bench.expectQueued(trigger_id, { order: 7 });
    const [pending] = await agent.tasks.pendingTriggers();
    const runId = pending?.run_id ?? '';
    await bodyOf('cancelTaskRun', cancel(runId));
    expect(await agent.tasks.pendingTriggers()).toEqual([]);
    await bench.expectDuplicate(trigger_id, { order: 7 }, runId);
  });

  it('says in the chat, once, that the run was cancelled', async () => {
    const { agent, runId } = await bench.runningAgent({ name: 'Weekly report' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(runId)));
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: answers[0]?.body });
    const [conversationId = '', ...others] = await bench.person.conversationIds(agent.agentId);
    expect(others).toEqual([]);
    const text = expect.stringContaining('cancelled');
    const bubble = { kind: 'run', report_title: 'Weekly report', task_run_id: runId, text };
    expect(await bench.person.history(conversationId)).toMatchObject([bubble]);
  });

  it('is 409 for a run that its agent has finished, and changes nothing', async () => {
    const { agent, runId } = await bench.runningAgent();
    await agent.tasks.complete(runId, { status: 'failed', summary: 'Done' });
    expectRefusal(await cancel(runId), 409, 'The run is already failed');
    expect(await agent.tasks.run(runId)).toMatchObject({ status: 'failed', summary: 'Done' });
  });
});

describe('A run that its user starts again', () => {
  const again = (runId: string) => bench.person.call(`/runs/${runId}/again`, { method: 'POST' });

  async function startedAgain(runId: string): Promise<string> {
    return (await bodyOf('runTaskAgain', again(runId))).run_id;
  }

  it('has the payload digit for digit, and the headers, of a run that has ended, each time', async () => {
    const { agent, id, trigger_id } = await bench.triggeredAgent({ trigger_headers: ['x-kind'] });
    const body = '{"id":12345678901234567890,"list":[1.0]}';
    await bench.expectQueued(trigger_id, body, { headers: { 'x-kind': 'order' } });
    const [first] = await agent.tasks.pendingTriggers();
    await agent.tasks.complete(first?.run_id ?? '', { status: 'failed' });
    await agent.tasks.change(id, { name: 'Renamed', enabled: false });
    const second = await startedAgain(first?.run_id ?? '');
    const third = await startedAgain(second);
    const pending = await agent.call('/api/agent/tasks/triggers/pending');
    expect(pending.body).toMatchObject(
      [second, third].map((run_id) => ({ run_id, task_name: 'Renamed', headers: { 'x-kind': 'order' } })),
    );
    expect(pending.bytes.toString('utf8').split(`"payload":${body}`)).toHaveLength(3);
    const runs = await bench.person.tasks.runs(id);
    expect(runs.map((run) => run.id)).toEqual([third, second, first?.run_id]);
    expect(await bench.person.call(`/runs/${third}`)).toMatchObject({
      body: { origin: 'manual', status: 'pending', headers: { 'x-kind': 'order' } },
    });
  });

  it('is pushed to an agent that is online, and leaves its trigger as it was', async () => {
    const { socket, trigger_id } = await bench.onlineTriggeredAgent();
    const runId = await bench.expectTriggered(trigger_id, { order: 1 });
    const next = await startedAgain(runId);
    expect(await socket.taskTrigger(next)).toMatchObject({ payload: { order: 1 } });
    expect(next).not.toBe(runId);
  });

  it('is 409 once its task was deleted', async () => {
    const { id } = await bench.triggeredAgent();
    const runId = await bench.person.tasks.run(id);
    await bench.person.call(`/tasks/${id}`, { method: 'DELETE' });
    expectRefusal(await again(runId), 409, 'The task of the run was deleted');
  });
});
