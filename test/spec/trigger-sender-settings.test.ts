/** @any-shape The gateway alone changes settings, in rows. */
import { describe, expect, it } from '@jest/globals';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { expectAnswer, expectInvalidField, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';
import { SAMPLES } from './sender-samples.js';
import { fire } from './trigger-calls.js';

const SETTING = { scheme: 'github', secrets: ['the first secret'] };

describe('The sender of a trigger', () => {
  const bench = useProduct();

  async function task(): Promise<{ id: string; url: string; agent: AgentClient }> {
    const { agent, id, trigger_id: url } = await bench.triggeredAgent();
    return { id, url, agent };
  }

  const put = (taskId: string, body: object): Promise<HttpAnswer> =>
    bench.person.call(`/tasks/${taskId}/sender`, { method: 'PUT', body });

  const post = async (url: string, secret: string): Promise<number> => {
    const { body, headers } = await SAMPLES.github({ secret });
    return (await fire(url, body, { headers })).status;
  };

  it('is shown to its person with the scheme and no secret, and not to the agent', async () => {
    const { id, agent } = await task();
    const answer = await put(id, { ...SETTING, secrets: ['the first secret', 'the second secret'] });
    expectAnswer('setTriggerSender', answer, 200);
    const { body } = await bench.person.call(`/tasks/${id}`);
    expect(body).toEqual(answer.body);
    expect((body as { sender: object }).sender).toEqual({
      ...{ scheme: 'github', header: null, delivery_id_header: null, secrets: 2 },
      ...{ former_secrets_until: null, set_at: expect.any(String), refused: null },
    });
    expect(JSON.stringify(body)).not.toContain('secret"');
    expect(await agent.tasks.read(id)).not.toHaveProperty('sender');
  });

  it('lets former secrets prove for the grace alone, and needs none once it is removed', async () => {
    const { id, url } = await task();
    await put(id, SETTING);
    const answer = await put(id, { ...SETTING, secrets: ['the next secret'], grace_period_seconds: 3_600 });
    expect((answer.body as { sender: object }).sender).toMatchObject({
      ...{ secrets: 1, former_secrets_until: expect.any(String) },
    });
    expect(await post(url, 'the first secret')).toBe(200);
    expect(await post(url, 'the next secret')).toBe(200);
    await put(id, { ...SETTING, secrets: ['the next secret'] });
    expect(await post(url, 'the first secret')).toBe(401);
    expect((await bench.person.call(`/tasks/${id}/sender`, { method: 'DELETE' })).status).toBe(204);
    expect(await post(url, 'the first secret')).toBe(200);
  });

  it('stands in the audit log, with the scheme and without the secret', async () => {
    const { id } = await task();
    await put(id, SETTING);
    const { body } = await bench.person.call('/account/audit?area=task&limit=1');
    const details = { name: expect.any(String), scheme: 'github' };
    expect(body).toMatchObject([{ action: 'task.sender_set', subject_id: id, details }]);
    expect(JSON.stringify(body)).not.toContain('the first secret');
  });

  it.each([
    ['no secret', { scheme: 'github', secrets: [] }, 'body.secrets'],
    [
      'no base64',
      { scheme: 'standard_webhooks', secrets: ['whsec_aGVsbG8=', 'whsec_***'] },
      'body.secrets.1',
    ],
    ['no header', { scheme: 'shared_header', secrets: ['long enough'] }, 'body.header'],
    ['a wrong header', { ...SETTING, scheme: 'shared_header', header: 'a b' }, 'body.header'],
  ])('is 422 with %s', async (_, body, path) => {
    const { id } = await task();
    expectInvalidField(await put(id, body), path);
  });

  it('is 409 for a task without a trigger', async () => {
    const { id } = await task();
    await bench.person.tasks.change(id, { schedule: '0 9 * * *' });
    expectRefusal(await put(id, SETTING), 409, 'Only an event task has a trigger');
  });
});
