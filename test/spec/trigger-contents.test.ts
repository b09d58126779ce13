/** @any-shape The trigger-intake alone reads bodies. */
import { sign } from '@octokit/webhooks-methods';
import { describe, expect, it } from '@jest/globals';
import { bodyOf, expectAnswer, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';
import { expectDuplicate, expectQueued, expectTriggered, fire } from './trigger-calls.js';

const bench = useProduct();

const FORM = { headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' } };
const SECRET = 'a secret of a repository';

describe('A form that a trigger URL gets', () => {
  it('reaches the agent as an object: each field a text, repeated ones a list', async () => {
    const { socket, trigger_id } = await bench.onlineTriggeredAgent();
    const runId = await expectTriggered(trigger_id, 'name=Zo%C3%AB+B&tag=a&tag=b&empty=', FORM);
    expect(await socket.taskTrigger(runId)).toMatchObject({
      payload: { name: 'Zoë B', tag: ['a', 'b'], empty: '' },
    });
  });

  it('is compared as this object, with other forms and with JSON', async () => {
    const { trigger_id } = await bench.onlineTriggeredAgent();
    const runId = await expectTriggered(trigger_id, 'a=1&b=2', FORM);
    expect((await fire(trigger_id, 'b=2&a=%31', FORM)).body).toEqual({ status: 'duplicate', run_id: runId });
    await expectDuplicate(trigger_id, { a: '1', b: '2' }, runId);
    await expectTriggered(trigger_id, 'a=1&b=3', FORM);
  });

  it('of GitHub is proven by its raw body, and its field `payload` is the JSON that it holds', async () => {
    const { agent, id, trigger_id } = await bench.triggeredAgent();
    const sender = { scheme: 'github', secrets: [SECRET] };
    const set = await bench.person.call(`/tasks/${id}/sender`, { method: 'PUT', body: sender });
    expectAnswer('setTriggerSender', set, 200);
    const body = `payload=${encodeURIComponent('{"action":"opened","number":12345678901234567890}')}`;
    const event = { ...FORM.headers, 'x-github-event': 'issues', 'x-github-delivery': 'one' };
    const signed = { ...event, 'x-hub-signature-256': await sign(SECRET, body) };
    expectRefusal(await fire(trigger_id, `${body}&more=1`, { headers: signed }), 401);
    await expectQueued(trigger_id, body, { headers: signed });
    const pending = await agent.call('/api/agent/tasks/triggers/pending');
    expect(pending.bytes.toString('utf8')).toContain(
      '"payload":{"payload":{"action":"opened","number":12345678901234567890}}',
    );
  });

  it('is none if it begins as JSON, is not UTF-8, or has more than 1,000 fields', async () => {
    const { trigger_id } = await bench.triggeredAgent();
    expectRefusal(await fire(trigger_id, '{"order":1', FORM), 400, 'Malformed JSON');
    expectRefusal(await fire(trigger_id, 'order=%E4', FORM), 400, 'Malformed JSON');
    expectRefusal(await fire(trigger_id, 'a&'.repeat(1_000), FORM), 413);
    expectRefusal(await fire(trigger_id, '5', FORM), 422);
  });
});

const CALL = { headers: { 'X-GitHub-Event': 'push', payload: '","payload":', authorization: 'Bearer x' } };

describe('The headers of a trigger', () => {
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

  it('are only of an event task', async () => {
    const agent = await bench.person.createAgent();
    const body = { name: 'x', prompt: 'x', schedule: 'once', trigger_headers: ['x-a'] };
    expectRefusal(await agent.call('/api/agent/tasks', { body }), 422);
  });
});
