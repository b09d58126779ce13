/** @any-shape One package signs, by what one statement reads. */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Person } from '@svc/testkit';
import type { AgentClient, ReceivedDelivery, WebhookReceiver } from '@svc/testkit';
import { expectAnswer, expectInvalidField, expectRefusal } from './answers.js';
import { baseUrl, useProduct } from './product-under-test.js';

/** Computed here as a receiver would, from the text of the specification alone: the key is the secret as it was shown. */
function specified({ headers, rawBody }: ReceivedDelivery, secret: string): string {
  const signed = Buffer.concat([Buffer.from(`${String(headers['x-svc-timestamp'])}.`), rawBody]);
  return `sha256=${createHmac('sha256', secret).update(signed).digest('hex')}`;
}

/** As libraries of Standard Webhooks compute it: the key is the base64 behind `whsec_`, else what the receiver gives them. */
function standard({ headers, rawBody }: ReceivedDelivery, secret: string): string {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${rawBody.toString('utf8')}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

/** The three headers that carry signatures. */
function signatures({ headers }: ReceivedDelivery) {
  return {
    now: headers['x-svc-signature'],
    previous: headers['x-svc-signature-previous'],
    standard: headers['webhook-signature'],
  };
}

describe('The signing secret of an agent', () => {
  const bench = useProduct();

  async function withWebhook() {
    const receiver = await bench.receive();
    return { receiver, agent: await bench.person.createAgent({ webhook_url: receiver.url }) };
  }

  async function rotate(agent: AgentClient, graceSeconds?: number): Promise<string> {
    const path = `/agents/${agent.agentId}/signing-secret/rotate`;
    const body = graceSeconds === undefined ? undefined : { grace_period_seconds: graceSeconds };
    const answer = await bench.person.call(path, { method: 'POST', body });
    expectAnswer('rotateSigningSecret', answer, 200);
    return (answer.body as { signing_secret: string }).signing_secret;
  }

  async function nextDelivery(agent: AgentClient, receiver: WebhookReceiver): Promise<ReceivedDelivery> {
    const count = receiver.deliveries.items.length + 1;
    await bench.person.send(agent.agentId, `Signed: äöü 🎉, number ${count}`);
    return (await receiver.deliveries.atLeast(count))[count - 1] as ReceivedDelivery;
  }

  it('is whsec_<base64 of 32 bytes>, shown once, and signs beside the former one for a day', async () => {
    const agent = await bench.person.createAgent();
    expect(await bench.person.agent(agent.agentId)).toMatchObject({
      own_signing_secret: false,
      previous_signature_until: null,
    });
    const path = `/agents/${agent.agentId}/signing-secret/rotate`;
    const answer = await bench.person.call(path, { method: 'POST' });
    expectAnswer('rotateSigningSecret', answer, 200);
    const { signing_secret, previous_signature_until } = answer.body as Record<string, string>;
    expect(signing_secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
    const hours = (Date.parse(previous_signature_until ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24.01);
    const shown = await bench.person.call(`/agents/${agent.agentId}`);
    expectAnswer('getAgent', shown, 200);
    expect(shown.body).toMatchObject({ own_signing_secret: true, previous_signature_until });
    expect(shown.bytes.toString('utf8')).not.toContain('whsec_');
    expect(await rotate(agent)).not.toBe(signing_secret);
  });

  it('does not exist unless the owner makes it: deliveries are signed as specified, once', async () => {
    const { agent, receiver } = await withWebhook();
    const delivery = await nextDelivery(agent, receiver);
    expect(signatures(delivery)).toEqual({
      now: specified(delivery, agent.secret),
      previous: undefined,
      standard: standard(delivery, agent.secret),
    });
  });

  it('signs beside the agent’s secret at first, so that receivers of either one go on', async () => {
    const { agent, receiver } = await withWebhook();
    const signing = await rotate(agent);
    const delivery = await nextDelivery(agent, receiver);
    expect(signatures(delivery)).toEqual({
      now: specified(delivery, signing),
      previous: specified(delivery, agent.secret),
      standard: `${standard(delivery, signing)} ${standard(delivery, agent.secret)}`,
    });
  });

  it('signs beside the signing secret before it, and no older one, after a further rotation', async () => {
    const { agent, receiver } = await withWebhook();
    await rotate(agent, 604_800);
    const [former, signing] = [await rotate(agent), await rotate(agent)];
    const delivery = await nextDelivery(agent, receiver);
    expect(signatures(delivery)).toEqual({
      now: specified(delivery, signing),
      previous: specified(delivery, former),
      standard: `${standard(delivery, signing)} ${standard(delivery, former)}`,
    });
  });

  it('signs alone without a grace, and when the grace is over', async () => {
    const { agent, receiver } = await withWebhook();
    await rotate(agent, 3_600);
    const alone = await rotate(agent, 0);
    const first = await nextDelivery(agent, receiver);
    expect(signatures(first)).toEqual({
      now: specified(first, alone),
      previous: undefined,
      standard: standard(first, alone),
    });
    const signing = await rotate(agent, 1);
    let delivery = await nextDelivery(agent, receiver);
    while (delivery.headers['x-svc-signature-previous'] !== undefined)
      delivery = await nextDelivery(agent, receiver);
    expect(signatures(delivery)).toEqual({
      now: specified(delivery, signing),
      previous: undefined,
      standard: standard(delivery, signing),
    });
  });

  it('stays when the agent’s secret is rotated, and opens no door', async () => {
    const { agent, receiver } = await withWebhook();
    const signing = await rotate(agent, 0);
    await bench.person.rotateSecret(agent.agentId);
    const delivery = await nextDelivery(agent, receiver);
    expect(signatures(delivery).now).toBe(specified(delivery, signing));
    expectRefusal(await agent.withSecret(signing).call('/api/agent/me'), 401);
  });

  it('can be removed: then the agent’s secret signs again, alone', async () => {
    const { agent, receiver } = await withWebhook();
    await rotate(agent);
    const path = `/agents/${agent.agentId}/signing-secret`;
    // The second time changes nothing.
    for (const _time of [1, 2])
      expect((await bench.person.call(path, { method: 'DELETE' })).status).toBe(204);
    const delivery = await nextDelivery(agent, receiver);
    expect(signatures(delivery)).toEqual({
      now: specified(delivery, agent.secret),
      previous: undefined,
      standard: standard(delivery, agent.secret),
    });
    expect(await bench.person.agent(agent.agentId)).toMatchObject({
      own_signing_secret: false,
      previous_signature_until: null,
    });
  });

  it('signs the test of a webhook as well', async () => {
    const { agent, receiver } = await withWebhook();
    const signing = await rotate(agent);
    const path = `/agents/${agent.agentId}/webhook/test`;
    expect((await bench.person.call(path, { method: 'POST' })).body).toMatchObject({ delivered: true });
    const [delivery] = (await receiver.deliveries.atLeast(1)) as [ReceivedDelivery];
    expect(signatures(delivery)).toMatchObject({
      now: specified(delivery, signing),
      previous: specified(delivery, agent.secret),
    });
  });

  it('takes a grace of 0 to 604,800 seconds, and only from the agent’s owner', async () => {
    const agent = await bench.person.createAgent();
    const path = `/agents/${agent.agentId}/signing-secret`;
    for (const grace_period_seconds of [-1, 604_801, 1.5, '60']) {
      const answer = await bench.person.call(`${path}/rotate`, { body: { grace_period_seconds } });
      expectInvalidField(answer, 'body.grace_period_seconds');
    }
    const stranger = await Person.signUp(baseUrl);
    expectRefusal(await stranger.call(`${path}/rotate`, { method: 'POST' }), 404);
    expectRefusal(await stranger.call(path, { method: 'DELETE' }), 404);
    expect(await bench.person.agent(agent.agentId)).toMatchObject({ own_signing_secret: false });
  });
});
