/** @any-shape The gateway alone answers, from rows. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { bodyOf, expectAnswer, expectRefusal } from './answers.js';
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
    const answer = await agent.call(`${TASKS}/${task.id}/run/start`, { method: 'POST' });
    expectAnswer('startRun', answer, 200);
    expect(answer.body).toEqual({ run_id: expect.stringMatching(/^run_[0-9a-f]+$/), open_runs: [] });
    const { run_id } = answer.body as { run_id: string };
    expect(await bodyOf('getRun', agent.call(`${TASKS}/runs/${run_id}`))).toMatchObject({
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
    await socket.frames.first(({ type }) => type === 'task_due', 'task_due');
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
    const answer = await bodyOf('completeRun', complete(agent, runId, { status: 'failed', summary }));
    expect(answer).toEqual({ status: 'failed', run_id: runId });
    const run = await agent.tasks.run(runId);
    expect(run).toMatchObject({ summary, status: 'failed', finished_at: expect.stringMatching(ISO_UTC) });
  });

  it('again with the same status is 200, with another one 409, and changes nothing', async () => {
    const { agent, runId } = await bench.runningAgent();
    await agent.tasks.complete(runId, { status: 'completed', summary: 'First' });
    const run = await agent.tasks.run(runId);
    const again = await complete(agent, runId, { status: 'completed', summary: 'Second' });
    expectAnswer('completeRun', again, 200);
    expect(again.body).toEqual({ status: 'completed', run_id: runId });
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
      const answer = await agent.call(`${TASKS}/runs/${runId}/context`, { body: { text, run_id: runId } });
      expectAnswer('appendContext', answer, 200);
      expect(answer.body).toEqual({ status: 'ok', block_id: expect.any(Number) });
      ids.push((answer.body as { block_id: number }).block_id);
    }
    expect(ids).toEqual(texts.map((_, index) => ids[0]! + index));
    const listed = await agent.call(`${TASKS}/runs/${runId}/context`);
    expectAnswer('listContext', listed, 200);
    const { blocks } = listed.body as { blocks: { created_at: string }[] };
    expect(listed.body).toEqual({
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
