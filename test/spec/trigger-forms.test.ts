/** @any-shape The trigger-intake alone reads bodies. */
import { sign } from '@octokit/webhooks-methods';
import { describe, expect, it } from '@jest/globals';
import { expectAnswer, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';
import { expectDuplicate, expectQueued, expectTriggered, fire } from './trigger-calls.js';

const FORM = { headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' } };
const SECRET = 'a secret of a repository';

describe('A form that a trigger URL gets', () => {
  const bench = useProduct();

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
