/** @any-shape The gateway alone decides it, in one transaction. */
import { describe, expect, it } from '@jest/globals';
import { bodyOf, expectAnswer, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';
import { expectDuplicate, expectQueued, expectTriggered } from './trigger-calls.js';

const bench = useProduct();

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
    expectAnswer('cancelTaskRun', await cancel(runId), 200);
    expect(await bench.person.events(agent.agentId)).toMatchObject([
      { type: 'task_due', state: 'failed', drop_reason: 'run_cancelled' },
    ]);
    expect(await agent.tasks.due()).toEqual([]);
    expect(await agent.tasks.start(id)).not.toBe(runId);
  });

  it('takes a queued trigger from its agent, and leaves its payload a duplicate', async () => {
    const { agent, trigger_id } = await bench.triggeredAgent();
    await expectQueued(trigger_id, { order: 7 });
    const [pending] = await agent.tasks.pendingTriggers();
    const runId = pending?.run_id ?? '';
    expectAnswer('cancelTaskRun', await cancel(runId), 200);
    expect(await agent.tasks.pendingTriggers()).toEqual([]);
    await expectDuplicate(trigger_id, { order: 7 }, runId);
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
    return (await bodyOf('runTaskAgain', again(runId), 202)).run_id;
  }

  it('has the payload digit for digit, and the headers, of a run that has ended, each time', async () => {
    const { agent, id, trigger_id } = await bench.triggeredAgent({ trigger_headers: ['x-kind'] });
    const body = '{"id":12345678901234567890,"list":[1.0]}';
    await expectQueued(trigger_id, body, { headers: { 'x-kind': 'order' } });
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
    const runId = await expectTriggered(trigger_id, { order: 1 });
    const next = await startedAgain(runId);
    expect(await socket.taskTrigger(next)).toMatchObject({ payload: { order: 1 } });
    expect(next).not.toBe(runId);
  });

  it('is told as by its schedule where that started it', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const { id } = await agent.tasks.create({ schedule: '0 9 1 1 *' });
    const next = await startedAgain(await bench.person.tasks.run(id));
    const frame = await socket.frames.first((item) => item['run_id'] === next, 'the second run');
    expect(frame).toMatchObject({ type: 'task_due', task_id: id });
  });

  it('is 409 once its task was deleted', async () => {
    const { id } = await bench.triggeredAgent();
    const runId = await bench.person.tasks.run(id);
    await bench.person.call(`/tasks/${id}`, { method: 'DELETE' });
    expectRefusal(await again(runId), 409, 'The task of the run was deleted');
  });
});
