/** @any-shape The gateway alone answers, from rows. */
import { describe, expect, it } from '@jest/globals';
import { ClientSocket, eventually } from '@svc/testkit';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { expectAnswer, expectInvalidField, expectRefusal } from './answers.js';
import { baseUrl, useProduct } from './product-under-test.js';
import { bubblesOf } from './run-watch-calls.js';
import type { WatchedRun } from './run-watch-calls.js';

const RUNS = '/api/agent/tasks/runs';

interface Page {
  runs: WatchedRun[];
  next_cursor: string | null;
}

describe('GET /api/agent/tasks/runs', () => {
  const bench = useProduct();

  async function page(agent: AgentClient, query = ''): Promise<Page> {
    const answer = await agent.call(`${RUNS}${query}`);
    expectAnswer('listRuns', answer, 200);
    return answer.body as Page;
  }

  it('lists the agent’s own runs, newest first, by state and by task, also of a deleted task', async () => {
    const [agent, other] = [await bench.person.createAgent(), await bench.person.createAgent()];
    expect(await page(agent)).toEqual({ runs: [], next_cursor: null });
    const tasks = [
      await agent.tasks.create({ schedule: '0 9 1 1 *' }),
      await agent.tasks.create({ schedule: '0 9 1 1 *' }),
    ];
    const [first, second] = tasks.map(({ id }) => id) as [string, string];
    const ids = [
      await agent.tasks.start(first),
      await agent.tasks.start(second),
      await agent.tasks.start(first),
    ];
    const { id: others } = await other.tasks.create({ schedule: '0 9 1 1 *' });
    await other.tasks.start(others);
    await agent.tasks.complete(ids[0] ?? '');
    const idsOf = async (query: string) => (await page(agent, query)).runs.map(({ id }) => id);
    expect(await idsOf('')).toEqual([...ids].reverse());
    expect((await page(agent)).runs[2]).toEqual(await agent.tasks.run(ids[0] ?? ''));
    expect(await idsOf('?status=completed')).toEqual([ids[0]]);
    expect(await idsOf('?status=running')).toEqual([ids[2], ids[1]]);
    expect(await idsOf(`?task_id=${second}`)).toEqual([ids[1]]);
    expect(await idsOf(`?task_id=${others}`)).toEqual([]);
    await agent.tasks.delete(first);
    expect(await idsOf('')).toEqual([...ids].reverse());
    expect(await idsOf('?status=cancelled')).toEqual([ids[2]]);
  });

  it('goes on exactly where a page ended, though runs come and end meanwhile', async () => {
    const agent = await bench.person.createAgent();
    const { id } = await agent.tasks.create({ schedule: '0 9 1 1 *' });
    const ids: string[] = [];
    for (let count = 0; count < 7; count += 1) ids.push(await agent.tasks.start(id));
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { runs, next_cursor: next } = await page(agent, `?limit=3${cursor && `&cursor=${cursor}`}`);
      seen.push(...runs.map((run) => run.id));
      cursor = next;
      await agent.tasks.complete(seen.at(-1) ?? '');
      await agent.tasks.start(id);
    }
    expect(seen).toEqual([...ids].reverse());
    expect((await page(agent, '?limit=10')).next_cursor).toBeNull();
  });

  it('refuses what is out of bounds, and an approval-only agent', async () => {
    const agent = await bench.person.createAgent();
    for (const [query, field] of [
      ['?status=done', 'query.status'],
      ['?task_id=1', 'query.task_id'],
      ['?limit=0', 'query.limit'],
      ['?limit=101', 'query.limit'],
      ['?cursor=x', 'query.cursor'],
    ] as const)
      expectInvalidField(await agent.call(`${RUNS}${query}`), field);
    const approving = await bench.person.createAgent({ kind: 'approval-only' });
    expectRefusal(await approving.call(RUNS), 403);
  });
});

describe('How far a run is', () => {
  const bench = useProduct();

  const say = (agent: AgentClient, runId: string, body: object): Promise<HttpAnswer> =>
    agent.call(`${RUNS}/${runId}/progress`, { body });

  const inProgress = async (agentId: string) => {
    const answer = await bench.person.call(`/agents/${agentId}/runs/in-progress`);
    expectAnswer('listRunsInProgress', answer, 200);
    return answer.body as { conversation_id: string | null; runs: (WatchedRun & { task_name: string })[] };
  };

  it('is shown to the person by its latest word, live, until the run’s bubble takes its place', async () => {
    const agent = await bench.person.createAgent();
    const { conversation_id: conversationId } = await bench.person.send(agent.agentId, 'Hello');
    const { id } = await agent.tasks.create({ schedule: '0 9 1 1 *', name: 'Weekly report' });
    const runId = await agent.tasks.start(id);
    expect(await inProgress(agent.agentId)).toEqual({ conversation_id: null, runs: [] });
    const console = await ClientSocket.open(baseUrl);
    try {
      await console.authenticate(bench.person.token);
      for (const [percent, text] of [
        [0, 'Begun'],
        [40, '2 of 5 pages'],
      ] as const) {
        const answer = await say(agent, runId, { percent, text });
        expectAnswer('reportProgress', answer, 200);
        expect(answer.body).toEqual({ run_id: runId, status: 'running' });
      }
      await console.frames.first((frame) => frame['run_id'] === runId, 'a hint of the run');
    } finally {
      console.terminate();
    }
    const progress = { percent: 40, text: '2 of 5 pages', updated_at: expect.any(String) };
    expect(await inProgress(agent.agentId)).toEqual({
      conversation_id: conversationId,
      runs: [expect.objectContaining({ id: runId, task_name: 'Weekly report', status: 'running', progress })],
    });
    expect(await agent.tasks.run(runId)).toMatchObject({ progress });
    expect(await bench.person.tasks.runs(id)).toMatchObject([{ progress }]);
    // It is no message.
    expect((await agent.history(conversationId)).map(({ text }) => text)).toEqual(['Hello']);
    await agent.tasks.complete(runId, { status: 'completed', summary: 'Written' });
    expect(await bubblesOf(bench.person, agent, runId)).toEqual(['Written']);
    expect(await inProgress(agent.agentId)).toEqual({ conversation_id: null, runs: [] });
    expect(await agent.tasks.run(runId)).not.toHaveProperty('progress');
  });

  it('begins a run that was pending, without a percentage as well, and ends with a cancellation', async () => {
    const agent = await bench.person.createAgent();
    const { id } = await agent.tasks.create({ schedule: '0 9 1 1 *' });
    const runId = await bench.person.tasks.run(id);
    expect((await say(agent, runId, { text: 'At it' })).status).toBe(200);
    await eventually(
      () => bench.person.tasks.runs(id),
      ([run]) => run?.status === 'running',
    );
    const [shown] = (await inProgress(agent.agentId)).runs;
    expect(shown?.progress).toEqual({ text: 'At it', updated_at: expect.any(String) });
    await bench.person.tasks.cancelRun(runId);
    expect((await inProgress(agent.agentId)).runs).toEqual([]);
    expectRefusal(await say(agent, runId, { text: 'Still at it' }), 409, 'The run is already cancelled');
  });

  it('is refused out of bounds, and of runs of others', async () => {
    const [agent, other] = [await bench.person.createAgent(), await bench.person.createAgent()];
    const { id } = await agent.tasks.create({ schedule: '0 9 1 1 *' });
    const runId = await agent.tasks.start(id);
    for (const [body, field] of [
      [{ percent: 50 }, 'body.text'],
      [{ text: '' }, 'body.text'],
      [{ text: ' \n' }, 'body.text'],
      [{ text: 'x'.repeat(501) }, 'body.text'],
      [{ text: 'a\u0000b' }, 'body.text'],
      [{ text: 'x', percent: -1 }, 'body.percent'],
      [{ text: 'x', percent: 101 }, 'body.percent'],
      [{ text: 'x', percent: 1.5 }, 'body.percent'],
    ] as const)
      expectInvalidField(await say(agent, runId, body), field);
    expectRefusal(await say(other, runId, { text: 'x' }), 404, 'Not found');
    expect((await inProgress(agent.agentId)).runs).toEqual([]);
  });
});
