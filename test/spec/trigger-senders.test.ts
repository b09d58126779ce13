/** @any-shape A statement decides who a sender is, and what is a repeat. */
import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import type { components } from '@svc/http-contract';
import { eventually } from '@svc/testkit';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { expectAnswer, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';
import { SAMPLES, SECRETS } from './sender-samples.js';
import type { Scheme, SignedCall } from './sender-samples.js';
import { expectQueued, expectTriggered, fire } from './trigger-calls.js';

const SCHEMES = Object.keys(SECRETS) as Scheme[];
const HEADERS = { header: 'Authorization', delivery_id_header: 'X-Delivery' };
const REFUSED = 'Missing or invalid credentials';

type Sender = components['schemas']['TriggerSender'];

describe('A trigger whose task has a sender', () => {
  const bench = useProduct();

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
    expectAnswer('setTriggerSender', await set(id, { scheme, secrets: [SECRETS[scheme]] }), 200);
    return { id, url, agent };
  }

  const post = (url: string, { body, headers }: SignedCall): Promise<HttpAnswer> =>
    fire(url, body, { headers });

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
    await expectQueued(url, call.body, { headers: call.headers });
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
    const runId = await expectTriggered(url, first.body, { headers: first.headers });
    const repeat = await post(url, await SAMPLES[scheme]({ ...sample, payload: { a: 2 } }));
    expect(repeat.body).toEqual({ status: 'duplicate', run_id: runId });
    const other = await SAMPLES[scheme]({ ...sample, deliveryId: newId('event') });
    const next = await expectTriggered(url, other.body, { headers: other.headers });
    expect(next).not.toBe(runId);
  });

  it('answers a signed challenge of Slack and a signed ping of GitHub, without a run', async () => {
    const [slack, github] = [await taskOf('slack'), await taskOf('github')];
    const payload = { type: 'url_verification', challenge: 'a challenge' };
    const signed = await post(slack.url, await SAMPLES.slack({ secret: SECRETS.slack, payload }));
    expectAnswer('fireTrigger', signed, 200);
    expect(signed.body).toEqual({ challenge: 'a challenge' });
    const forged = await SAMPLES.slack({ secret: 'another one', payload });
    expectRefusal(await post(slack.url, forged), 401, REFUSED);
    const { body, headers } = await SAMPLES.github({ secret: SECRETS.github });
    const pong = await post(github.url, { body, headers: { ...headers, 'x-github-event': 'ping' } });
    expectAnswer('fireTrigger', pong, 200);
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
