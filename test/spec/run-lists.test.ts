/** @any-shape The gateway alone answers, from rows. */
import { describe, expect, it } from '@jest/globals';
import type { AgentClient, HttpAnswer, NewKey } from '@svc/testkit';
import { bodyOf } from './answers.js';
import { useProduct } from './product-under-test.js';
import { bubblesOf } from './run-watch-calls.js';
import { expectQueued, expectTriggered } from './trigger-calls.js';

const bench = useProduct();

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
    const triggered = await expectTriggered(trigger_id, { order: 12 });
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
    await expectQueued(trigger_id, '{"order":12}', { headers: { 'x-kind': 'order' } });
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
      ids.unshift(await expectTriggered(trigger_id, { order, text: 'x'.repeat(200_000) }));
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
    await console.frames.first((frame) => frame['run_id'] === runId, 'a hint of the run');
    const progress = { percent: 40, text: '2 of 5 pages', updated_at: expect.any(String) };
    expect(await inProgress(agent.agentId)).toEqual({
      conversation_id: conversationId,
      runs: [expect.objectContaining({ id: runId, task_name: 'Weekly report', status: 'running', progress })],
    });
    expect(await agent.tasks.run(runId)).toMatchObject({ progress });
    // It is no message.
    expect((await agent.history(conversationId)).map(({ text }) => text)).toEqual(['Hello']);
    await agent.tasks.complete(runId, { status: 'completed', summary: 'Written' });
    expect(await bubblesOf(bench.person, agent, runId)).toEqual(['Written']);
    expect(await inProgress(agent.agentId)).toEqual({ conversation_id: null, runs: [] });
    expect(await agent.tasks.run(runId)).not.toHaveProperty('progress');
  });
});
