/** @any-shape The gateway alone writes the run, with its event. */
import { describe, expect, it } from '@jest/globals';
import { Person } from '@svc/testkit';
import { bodyOf, expectRefusal } from './answers.js';
import { baseUrl, useProduct } from './product-under-test.js';
import { expectQueued, expectTriggered } from './trigger-calls.js';

describe('A run that its user starts again', () => {
  const bench = useProduct();
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

  it('is 404 for a run of somebody else, and 409 once its task was deleted', async () => {
    const { id } = await bench.triggeredAgent();
    const runId = await bench.person.tasks.run(id);
    const stranger = await Person.signUp(baseUrl);
    expectRefusal(await stranger.call(`/runs/${runId}/again`, { method: 'POST' }), 404, 'Not found');
    await bench.person.call(`/tasks/${id}`, { method: 'DELETE' });
    expectRefusal(await again(runId), 409, 'The task of the run was deleted');
  });
});
