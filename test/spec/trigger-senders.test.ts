import { newId } from '@svc/domain';
import type { components } from '@svc/http-contract';
import { eventually } from '@svc/testkit';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { bodyOf, expectRefusal, expectInvalidField } from './answers.js';
import { useProduct } from './product-under-test.js';
import { SAMPLES, SECRETS } from './sender-samples.js';
import type { Scheme, SignedCall } from './sender-samples.js';

const bench = useProduct();

const SCHEMES = Object.keys(SECRETS) as Scheme[];
const HEADERS = { header: 'Authorization', delivery_id_header: 'X-Delivery' };
const REFUSED = 'Missing or invalid credentials';

type Sender = components['schemas']['TriggerSender'];

describe('A trigger whose task has a sender', () => {
  function set(taskId: string, setting: { scheme: Scheme; secrets: string[] }): Promise<HttpAnswer> {
    const headers = setting.scheme === 'shared_header' ? HEADERS : {};
    return bench.person.call(`/tasks/${taskId}/sender`, { method: 'PUT', body: { ...headers, ...setting } });
  }

  async function senderOf(taskId: string): Promise<Sender | undefined> {
    const { body } = await bench.person.call(`/tasks/${taskId}`);
    return (body as { sender?: Sender }).sender;
  }

  /** A task of an agent that is away, so that its pending triggers show what came. */
  async function taskOf(scheme: Scheme): Promise<{ id: string; url: string; agent: AgentClient }> {
    const { agent, id, trigger_id: url } = await bench.triggeredAgent();
    await bodyOf('setTriggerSender', set(id, { scheme, secrets: [SECRETS[scheme]] }));
    return { id, url, agent };
  }

  const post = (url: string, { body, headers }: SignedCall): Promise<HttpAnswer> =>
    bench.fire(url, body, { headers });

  /** A process that has lost the answer to its count may count once more. */
  async function untilRefused(taskId: string, count: number, reason: string): Promise<void> {
    const read = () => senderOf(taskId);
    const hasCounted = (seen: Sender | undefined) => (seen?.refused?.count ?? 0) >= count;
    const sender = await eventually(read, hasCounted, { what: 'the count of refused calls' });
    expect(sender?.refused?.last_reason).toBe(reason);
  }

  it.each(SCHEMES)('takes a call that %s has signed, and passes its payload on', async (scheme) => {
    const { url, agent } = await taskOf(scheme);
    const call = await SAMPLES[scheme]({ secret: SECRETS[scheme] });
    await bench.expectQueued(url, call.body, { headers: call.headers });
    const [pending] = await agent.tasks.pendingTriggers();
    expect(pending?.payload).toEqual(JSON.parse(call.body));
  });

  it.each(SCHEMES)('refuses any other call with 401, starts nothing and counts it (%s)', async (scheme) => {
    const { id, url, agent } = await taskOf(scheme);
    const forged = await SAMPLES[scheme]({ secret: `${SECRETS[scheme]}BBBB` });
    const signed = await SAMPLES[scheme]({ secret: SECRETS[scheme] });
    const changed = scheme === 'shared_header' ? forged : { ...signed, body: `${signed.body} ` };
    for (const call of [{ body: signed.body, headers: {} }, forged, changed])
      expectRefusal(await post(url, call), 401, REFUSED);
    await untilRefused(id, 3, 'signature_wrong');
    expect(await agent.tasks.pendingTriggers()).toEqual([]);
    expect(await bench.person.tasks.runs(id)).toEqual([]);
  });

  it('refuses what is older, or newer, than five minutes', async () => {
    const { id, url } = await taskOf('stripe');
    for (const ageSeconds of [400, -4_000]) {
      const call = await SAMPLES.stripe({ secret: SECRETS.stripe, ageSeconds });
      expectRefusal(await post(url, call), 401, REFUSED);
    }
    await untilRefused(id, 2, 'timestamp_out_of_range');
  });

  it.each(SCHEMES)('knows a repeat by the delivery’s id, whatever the payload says (%s)', async (scheme) => {
    const { url, agent } = await taskOf(scheme);
    await bench.connect(agent);
    const sample = { secret: SECRETS[scheme], payload: { a: 1 }, deliveryId: newId('event') };
    const first = await SAMPLES[scheme](sample);
    const runId = await bench.expectTriggered(url, first.body, { headers: first.headers });
    const repeat = await post(url, await SAMPLES[scheme]({ ...sample, payload: { a: 2 } }));
    expect(repeat.body).toEqual({ status: 'duplicate', run_id: runId });
    const other = await SAMPLES[scheme]({ ...sample, deliveryId: newId('event') });
    const next = await bench.expectTriggered(url, other.body, { headers: other.headers });
    expect(next).not.toBe(runId);
  });

  it('answers a signed challenge of Slack and a signed ping of GitHub, without a run', async () => {
    const [slack, github] = [await taskOf('slack'), await taskOf('github')];
    const payload = { type: 'url_verification', challenge: 'a challenge' };
    const signed = await bodyOf(
      'fireTrigger',
      post(slack.url, await SAMPLES.slack({ secret: SECRETS.slack, payload })),
    );
    expect(signed).toEqual({ challenge: 'a challenge' });
    const forged = await SAMPLES.slack({ secret: 'another one', payload });
    expectRefusal(await post(slack.url, forged), 401, REFUSED);
    const { body, headers } = await SAMPLES.github({ secret: SECRETS.github });
    const pong = await post(github.url, { body, headers: { ...headers, 'x-github-event': 'ping' } });
    expect(pong.body).toEqual({ status: 'pong' });
    for (const { id } of [slack, github]) expect(await bench.person.tasks.runs(id)).toEqual([]);
  });

  it('refuses strangers before it says that it is disabled', async () => {
    const { id, url } = await taskOf('github');
    await bench.person.tasks.change(id, { enabled: false });
    expectRefusal(await post(url, { body: '{}', headers: {} }), 401, REFUSED);
    expectRefusal(await post(url, await SAMPLES.github({ secret: SECRETS.github })), 403, 'Task is disabled');
  });
});

const SETTING = { scheme: 'github', secrets: ['the first secret'] };

describe('The sender of a trigger', () => {
  const put = (taskId: string, body: object): Promise<HttpAnswer> =>
    bench.person.call(`/tasks/${taskId}/sender`, { method: 'PUT', body });

  const post = async (url: string, secret: string): Promise<number> => {
    const { body, headers } = await SAMPLES.github({ secret });
    return (await bench.fire(url, body, { headers })).status;
  };

  it('is shown to its person with the scheme and no secret, and not to the agent', async () => {
    const { id, agent } = await bench.triggeredAgent();
    const answer = await bodyOf(
      'setTriggerSender',
      put(id, { ...SETTING, secrets: ['the first secret', 'the second secret'] }),
    );
    const { body } = await bench.person.call(`/tasks/${id}`);
    expect(body).toEqual(answer);
    expect((body as { sender: object }).sender).toEqual({
      ...{ scheme: 'github', header: null, delivery_id_header: null, secrets: 2 },
      ...{ former_secrets_until: null, set_at: expect.any(String), refused: null },
    });
    expect(JSON.stringify(body)).not.toContain('secret"');
    expect(await agent.tasks.read(id)).not.toHaveProperty('sender');
  });

  it('lets former secrets prove for the grace alone, and needs none once it is removed', async () => {
    const { id, trigger_id: url } = await bench.triggeredAgent();
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
    const { id } = await bench.triggeredAgent();
    expectInvalidField(await put(id, body), path);
  });

  it('is 409 for a task without a trigger', async () => {
    const { id } = await bench.triggeredAgent();
    await bench.person.tasks.change(id, { schedule: '0 9 * * *' });
    expectRefusal(await put(id, SETTING), 409, 'Only an event task has a trigger');
  });
});
