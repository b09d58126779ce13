/** @any-shape The gateway alone answers, from rows. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AgentClient } from '@svc/testkit';
import { expectAnswerTo, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';
import { expectTriggered } from './trigger-calls.js';

const TASKS = '/api/agent/tasks';
const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('The context of a run', () => {
  const bench = useProduct();
  let agent: AgentClient;
  let runId: string;

  beforeEach(async () => {
    agent = await bench.person.createAgent();
    const { id } = await agent.tasks.create({ schedule: '0 9 1 1 *' });
    runId = await agent.tasks.start(id);
  });

  it('is empty at first: {run_id, blocks: []}', async () => {
    const answer = await agent.call(`${TASKS}/runs/${runId}/context`);
    expectAnswerTo('GET /api/agent/tasks/runs/{run_id}/context', answer, 200);
    expect(answer.body).toEqual({ run_id: runId, blocks: [] });
  });

  it('takes a block and answers {status: ok, block_id}', async () => {
    const body = { text: JSON.stringify({ step: 1 }), run_id: runId };
    const answer = await agent.call(`${TASKS}/runs/${runId}/context`, { body });
    expectAnswerTo('POST /api/agent/tasks/runs/{run_id}/context', answer, 200);
    expect(answer.body).toEqual({ status: 'ok', block_id: expect.any(Number) });
    const { block_id } = answer.body as { block_id: number };
    expect(Number.isInteger(block_id)).toBe(true);
    const listed = await agent.call(`${TASKS}/runs/${runId}/context`);
    expectAnswerTo('GET /api/agent/tasks/runs/{run_id}/context', listed, 200);
    expect(listed.body).toEqual({
      run_id: runId,
      blocks: [{ id: block_id, text: body.text, created_at: expect.stringMatching(ISO_UTC) }],
    });
  });

  it('lists its blocks in chronological order under sequential ids', async () => {
    const texts = Array.from({ length: 12 }, (_, index) => `Step ${index}`);
    for (const text of texts) await agent.tasks.append(runId, text);
    const blocks = await agent.tasks.blocks(runId);
    expect(blocks.map(({ text }) => text)).toEqual(texts);
    const first = blocks[0]?.id ?? NaN;
    expect(blocks.map(({ id }) => id)).toEqual(texts.map((_, index) => first + index));
    const times = blocks.map(({ created_at }) => Date.parse(created_at));
    expect(times).toEqual([...times].sort((one, other) => one - other));
  });

  it('gives every block an id of its own, however many come at once', async () => {
    const texts = Array.from({ length: 24 }, (_, index) => `At once ${index}`);
    const ids = await Promise.all(texts.map((text) => agent.tasks.append(runId, text)));
    expect(new Set(ids).size).toBe(texts.length);
    const blocks = await agent.tasks.blocks(runId);
    expect(new Set(blocks.map(({ text }) => text))).toEqual(new Set(texts));
    for (const { id, text } of blocks) expect(ids[texts.indexOf(text)]).toBe(id);
  });

  it('keeps a text as it was sent', async () => {
    const text = ' {"a":[1,2]}\n\t"quoted" \\ Zürich 🎉 ';
    await agent.tasks.append(runId, text);
    expect(await agent.tasks.blocks(runId)).toMatchObject([{ text }]);
  });

  it('is of one run: another run of the task has its own', async () => {
    const task = await agent.tasks.create({ schedule: '0 9 1 1 *' });
    const [one, other] = [await agent.tasks.start(task.id), await agent.tasks.start(task.id)];
    await agent.tasks.append(one, 'Mine');
    expect(await agent.tasks.blocks(other)).toEqual([]);
  });

  it.each(['completed', 'failed'] as const)(
    'is deleted when the run ends as %s, and takes nothing more: 409',
    async (status) => {
      await agent.tasks.append(runId, 'Scratch');
      await agent.tasks.complete(runId, { status });
      const answer = await agent.call(`${TASKS}/runs/${runId}/context`);
      expectAnswerTo('GET /api/agent/tasks/runs/{run_id}/context', answer, 200);
      expect(answer.body).toEqual({ run_id: runId, blocks: [] });
      expectRefusal(await agent.call(`${TASKS}/runs/${runId}/context`, { body: { text: 'Late' } }), 409);
      expect(await agent.tasks.blocks(runId)).toEqual([]);
    },
  );

  it('holds nothing after the end, even of blocks that came at the same instant', async () => {
    const appends = Array.from({ length: 10 }, (_, index) =>
      agent.call(`${TASKS}/runs/${runId}/context`, { body: { text: `Race ${index}` } }),
    );
    const [completion, ...answers] = await Promise.all([
      agent.call(`${TASKS}/runs/${runId}/complete`, { body: { status: 'completed' } }),
      ...appends,
    ]);
    expect(completion?.status).toBe(200);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(await agent.tasks.blocks(runId)).toEqual([]);
  });

  it('makes a run that the server created run, once it is written on', async () => {
    const socket = await bench.connect(agent);
    const { trigger_id } = await agent.tasks.createTriggered();
    const triggered = await expectTriggered(trigger_id, {});
    await socket.taskTrigger(triggered);
    await agent.tasks.append(triggered, 'Begun');
    expect(await agent.tasks.run(triggered)).toMatchObject({ status: 'running' });
  });

  it('does not follow a run_id in the body that names another run', async () => {
    const task = await agent.tasks.create({ schedule: '0 9 1 1 *' });
    const other = await agent.tasks.start(task.id);
    const body = { text: 'Here', run_id: other };
    const answer = await agent.call(`${TASKS}/runs/${runId}/context`, { body });
    expect([200, 422]).toContain(answer.status);
    expect(await agent.tasks.blocks(other)).toEqual([]);
  });
});
