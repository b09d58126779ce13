/** @any-shape A statement picks the headers. */
import { describe, expect, it } from '@jest/globals';
import { bodyOf, expectAnswer, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';
import { expectQueued, expectTriggered } from './trigger-calls.js';

const CALL = { headers: { 'X-GitHub-Event': 'push', payload: '","payload":', authorization: 'Bearer x' } };

describe('The headers of a trigger', () => {
  const bench = useProduct();

  it('that the task names and that came reach the agent by every channel, and stand with the run', async () => {
    const { agent, socket, id, trigger_id } = await bench.onlineTriggeredAgent({
      trigger_headers: ['X-GitHub-Event', 'payload', 'x-absent', 'x-github-event'],
    });
    expect(await agent.tasks.read(id)).toMatchObject({
      trigger_headers: ['x-github-event', 'payload', 'x-absent'],
    });
    const headers = { 'x-github-event': 'push', payload: '","payload":' };
    const runId = await expectTriggered(trigger_id, { order: 1 }, CALL);
    expect(await socket.taskTrigger(runId)).toMatchObject({ headers, payload: { order: 1 } });
    const [own, shown] = [
      await agent.call(`/api/agent/tasks/runs/${runId}`),
      await bench.person.call(`/runs/${runId}`),
    ];
    expectAnswer('getRun', own, 200);
    expectAnswer('getTaskRun', shown, 200);
    for (const { body } of [own, shown]) expect(body).toMatchObject({ headers });

    const away = await bench.person.createAgent();
    const other = await away.tasks.createTriggered({ trigger_headers: ['authorization', 'x-absent'] });
    await expectQueued(other.trigger_id, { order: 1 }, CALL);
    const pending = await bodyOf('listPendingTriggers', away.call('/api/agent/tasks/triggers/pending'));
    expect(pending).toMatchObject([{ headers: { authorization: 'Bearer x' }, payload: { order: 1 } }]);
  });

  it('are none where the task names none, and a change holds for the next call', async () => {
    const { agent, socket, id, trigger_id } = await bench.onlineTriggeredAgent();
    const plain = await expectTriggered(trigger_id, { n: 1 }, CALL);
    expect(await socket.taskTrigger(plain)).not.toHaveProperty('headers');
    expect(await agent.tasks.run(plain)).not.toHaveProperty('headers');
    const change = (names: string[]) =>
      bench.person.call(`/tasks/${id}`, { method: 'PATCH', body: { trigger_headers: names } });
    expectAnswer('updateAgentTask', await change(['x-absent']), 200);
    const named = await expectTriggered(trigger_id, { n: 2 }, CALL);
    expect(await socket.taskTrigger(named)).toMatchObject({ headers: {} });
    expect((await change([])).body).not.toHaveProperty('trigger_headers');
    const last = await expectTriggered(trigger_id, { n: 3 }, CALL);
    expect(await socket.taskTrigger(last)).not.toHaveProperty('headers');
  });

  it('never have the one that holds the secret of a sender, or of one who was removed', async () => {
    const { agent, id, trigger_id } = await bench.triggeredAgent({
      trigger_headers: ['authorization', 'x-github-event'],
    });
    const sender = { scheme: 'shared_header', header: 'Authorization', secrets: ['Bearer x'] };
    const set = await bench.person.call(`/tasks/${id}/sender`, { method: 'PUT', body: sender });
    expectAnswer('setTriggerSender', set, 200);
    const expectNoSecret = async (payload: object) => {
      await expectQueued(trigger_id, payload, CALL);
      const [pending] = await agent.tasks.pendingTriggers();
      expect(pending).toMatchObject({ headers: { 'x-github-event': 'push' }, payload });
      expect(JSON.stringify(pending)).not.toContain('Bearer');
    };
    await expectNoSecret({ n: 1 });
    const other = { scheme: 'shared_header', header: 'X-Token', secrets: ['long enough'] };
    const changed = await bench.person.call(`/tasks/${id}/sender`, { method: 'PUT', body: other });
    expect(changed.body).toMatchObject({
      trigger_headers: ['x-github-event'],
      sender: { header: 'x-token' },
    });
    await bodyOf('removeTriggerSender', bench.person.call(`/tasks/${id}/sender`, { method: 'DELETE' }), 204);
    await expectNoSecret({ n: 2 });
  });

  it('are at most 20 names, and only of an event task', async () => {
    const agent = await bench.person.createAgent();
    const make = (body: object) =>
      agent.call('/api/agent/tasks', { body: { name: 'x', prompt: 'x', schedule: 'event', ...body } });
    expectRefusal(await make({ trigger_headers: Array.from({ length: 21 }, (_, n) => `x-${n}`) }), 422);
    expectRefusal(await make({ trigger_headers: ['no header'] }), 422);
    expectRefusal(await make({ trigger_headers: ['x-a'], schedule: 'once' }), 422);
    expect(await agent.tasks.list()).toEqual([]);
  });
});
