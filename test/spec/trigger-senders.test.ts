/** @any-shape A statement decides who a sender is, and what is a repeat. */
import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { eventually } from '@svc/testkit';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { expectAnswer, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';
import { SAMPLES, SECRETS } from './sender-samples.js';
import type { Scheme, SignedCall } from './sender-samples.js';
import { expectQueued, expectTriggered, fire } from './trigger-calls.js';

const SCHEMES = Object.keys(SECRETS) as Scheme[];
/** Those whose signature says when it was made. */
const WITH_TIME = ['stripe', 'slack', 'standard_webhooks'] as const;
const HEADERS = { header: 'Authorization', delivery_id_header: 'X-Delivery' };
const REFUSED = 'Missing or invalid credentials';

interface Sender {
  scheme: Scheme;
  secrets: number;
  former_secrets_until: string | null;
  refused: { count: number; last_at: string; last_reason: string } | null;
}

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
    const agent = await bench.person.createAgent();
    const { id, trigger_id: url } = await agent.tasks.createTriggered();
    expectAnswer('setTriggerSender', await set(id, { scheme, secrets: [SECRETS[scheme]] }), 200);
    return { id, url, agent };
  }

  const post = (url: string, { body, headers }: SignedCall): Promise<HttpAnswer> =>
    fire(url, body, { headers });

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
    const sender = await eventually(
      () => senderOf(id),
      (seen) => (seen?.refused?.count ?? 0) >= 3,
      { what: 'the count of refused calls' },
    );
    // A process that has lost the answer to its count may count once more.
    expect(sender?.refused).toEqual({
      ...{ count: expect.any(Number), last_at: expect.any(String), last_reason: 'signature_wrong' },
    });
    expect(await agent.tasks.pendingTriggers()).toEqual([]);
    expect(await bench.person.tasks.runs(id)).toEqual([]);
  });

  it.each(WITH_TIME)('refuses what is older, or newer, than five minutes (%s)', async (scheme) => {
    const { id, url } = await taskOf(scheme);
    for (const ageSeconds of [400, -4_000])
      expectRefusal(
        await post(url, await SAMPLES[scheme]({ secret: SECRETS[scheme], ageSeconds })),
        401,
        REFUSED,
      );
    const sender = await eventually(
      () => senderOf(id),
      (seen) => (seen?.refused?.count ?? 0) >= 2,
      { what: 'the count of refused calls' },
    );
    expect(sender?.refused?.last_reason).toBe('timestamp_out_of_range');
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

  it('has one run of 20 equal deliveries at one instant', async () => {
    const { id, url } = await taskOf('github');
    const call = await SAMPLES.github({ secret: SECRETS.github });
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(url, call)));
    const statuses = answers.map(({ body }) => (body as { status: string }).status).sort();
    expect(statuses).toEqual([...Array.from({ length: 19 }, () => 'duplicate'), 'queued']);
    expect(await bench.person.tasks.runs(id)).toHaveLength(1);
  });

  it('compares payloads as before where a call names no delivery', async () => {
    const { url } = await taskOf('github');
    const { body, headers } = await SAMPLES.github({ secret: SECRETS.github });
    const { 'x-github-delivery': _, ...unnamed } = headers;
    await expectQueued(url, body, { headers: unnamed });
    expect((await post(url, { body, headers: unnamed })).body).toMatchObject({ status: 'duplicate' });
  });

  it('takes a header for missing whose name every object of JavaScript knows', async () => {
    const { id, url } = await taskOf('shared_header');
    const sender = { scheme: 'shared_header', secrets: [SECRETS.shared_header] };
    for (const header of ['constructor', '__proto__']) {
      const body = { ...sender, header };
      expectAnswer(
        'setTriggerSender',
        await bench.person.call(`/tasks/${id}/sender`, { method: 'PUT', body }),
        200,
      );
      expectRefusal(await post(url, { body: '{}', headers: {} }), 401, REFUSED);
    }
    const body = { ...sender, header: 'X-Token', delivery_id_header: 'constructor' };
    await bench.person.call(`/tasks/${id}/sender`, { method: 'PUT', body });
    const headers = { 'x-token': SECRETS.shared_header };
    await expectQueued(url, '{}', { headers });
    await expectQueued(url, '{}', { headers: { ...headers, constructor: 'delivery 1' } });
  });

  it('answers a signed challenge of Slack, and no other, without a run', async () => {
    const { id, url } = await taskOf('slack');
    const payload = { type: 'url_verification', challenge: 'a challenge' };
    const signed = await post(url, await SAMPLES.slack({ secret: SECRETS.slack, payload }));
    expectAnswer('fireTrigger', signed, 200);
    expect(signed.body).toEqual({ challenge: 'a challenge' });
    expectRefusal(await post(url, await SAMPLES.slack({ secret: 'another one', payload })), 401, REFUSED);
    expect(await bench.person.tasks.runs(id)).toEqual([]);
  });

  it('answers a signed ping of GitHub, without a run', async () => {
    const { id, url } = await taskOf('github');
    const call = await SAMPLES.github({ secret: SECRETS.github, payload: { zen: 'Keep it simple.' } });
    const pong = await post(url, { ...call, headers: { ...call.headers, 'x-github-event': 'ping' } });
    expectAnswer('fireTrigger', pong, 200);
    expect(pong.body).toEqual({ status: 'pong' });
    expect(await bench.person.tasks.runs(id)).toEqual([]);
  });

  it('refuses strangers before it says that it is disabled', async () => {
    const { id, url } = await taskOf('github');
    await bench.person.tasks.change(id, { enabled: false });
    expectRefusal(await post(url, { body: '{}', headers: {} }), 401, REFUSED);
    expectRefusal(await post(url, await SAMPLES.github({ secret: SECRETS.github })), 403, 'Task is disabled');
  });

  it('takes a new secret, no secret and no sender from the next call on', async () => {
    const { id, url } = await taskOf('github');
    const former = await SAMPLES.github({ secret: SECRETS.github });
    await expectQueued(url, former.body, { headers: former.headers });
    await set(id, { scheme: 'github', secrets: ['the next secret'] });
    const [old, anew] = [
      await SAMPLES.github({ secret: SECRETS.github }),
      await SAMPLES.github({ secret: 'the next secret' }),
    ];
    expectRefusal(await post(url, old), 401, REFUSED);
    await expectQueued(url, anew.body, { headers: anew.headers });
    const path = `/tasks/${id}/sender`;
    expect((await bench.person.call(path, { method: 'DELETE' })).status).toBe(204);
    await expectQueued(url, { anybody: true });
    expect(await senderOf(id)).toBeUndefined();
  });

  it('keeps its sender when its URL is replaced, and loses it with the URL', async () => {
    const { id } = await taskOf('github');
    const url = await bench.person.tasks.rotateTrigger(id);
    expectRefusal(await post(url, { body: '{}', headers: {} }), 401, REFUSED);
    await bench.person.tasks.change(id, { schedule: '0 9 * * *' });
    await bench.person.tasks.change(id, { schedule: 'event' });
    expect(await senderOf(id)).toBeUndefined();
  });
});
