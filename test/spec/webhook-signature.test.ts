import { createHmac } from 'node:crypto';
import { answerWith } from '@svc/testkit';
import type { AgentClient, ReceivedDelivery, WebhookReceiver } from '@svc/testkit';
import { bodyOf, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';

const TOLERANCE_SECONDS = 300;

const bench = useProduct();

/** As a receiver would, from the text of the specification alone: the key is the secret as shown. */
function specified({ headers, rawBody }: ReceivedDelivery, secret: string): string {
  const signed = Buffer.concat([Buffer.from(`${String(headers['x-svc-timestamp'])}.`), rawBody]);
  return `sha256=${createHmac('sha256', secret).update(signed).digest('hex')}`;
}

/** As libraries of Standard Webhooks: the key is the base64 behind `whsec_`, else what they are given. */
function standard({ headers, rawBody }: ReceivedDelivery, secret: string): string {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${rawBody.toString('utf8')}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

/** The three headers that carry signatures are by this secret, and by the former one where there is one. */
function expectSignedBy(delivery: ReceivedDelivery, secret: string, former?: string): void {
  const { headers } = delivery;
  const secrets = former === undefined ? [secret] : [secret, former];
  expect({
    now: headers['x-svc-signature'],
    previous: headers['x-svc-signature-previous'],
    standard: headers['webhook-signature'],
  }).toEqual({
    now: specified(delivery, secret),
    previous: former === undefined ? undefined : specified(delivery, former),
    standard: secrets.map((each) => standard(delivery, each)).join(' '),
  });
}

async function nextDelivery(agent: AgentClient, receiver: WebhookReceiver): Promise<ReceivedDelivery> {
  const count = receiver.deliveries.items.length + 1;
  await bench.person.send(agent.agentId, `Signed: äöü 🎉 \u2028 "quotes", number ${count}`);
  return (await receiver.deliveries.atLeast(count))[count - 1] as ReceivedDelivery;
}

describe('A delivery', () => {
  it('is signed by the agent secret as specified and as Standard Webhooks, each attempt anew', async () => {
    const { agent, receiver } = await bench.hookedAgent(answerWith(500, 500, 500, 200));
    await nextDelivery(agent, receiver);
    for (const delivery of await receiver.deliveries.atLeast(4)) {
      expectSignedBy(delivery, agent.secret);
      const { headers } = delivery;
      expect(headers['webhook-id']).toBe(headers['x-svc-event-id']);
      expect(headers['webhook-timestamp']).toBe(headers['x-svc-timestamp']);
      const ageSeconds = delivery.receivedAtMs / 1_000 - Number(headers['x-svc-timestamp']);
      expect(ageSeconds).toBeGreaterThanOrEqual(0);
      expect(ageSeconds).toBeLessThan(TOLERANCE_SECONDS / 10);
    }
  });

  it('is signed by the new secret at once after a rotation, also during its grace', async () => {
    const { agent, receiver } = await bench.hookedAgent();
    const secret = await bench.person.rotateSecret(agent.agentId, 3_600);
    expectSignedBy(await nextDelivery(agent, receiver), secret);
  });
});

describe('The signing secret of an agent', () => {
  async function rotate(agent: AgentClient, graceSeconds?: number) {
    const path = `/agents/${agent.agentId}/signing-secret/rotate`;
    const body = graceSeconds === undefined ? undefined : { grace_period_seconds: graceSeconds };
    const answer = await bodyOf('rotateSigningSecret', bench.person.call(path, { method: 'POST', body }));
    return answer;
  }

  it('is whsec_<base64 of 32 bytes>, shown once, and signs beside the former one for a day', async () => {
    const { agent, receiver } = await bench.hookedAgent();
    const { signing_secret: first, previous_signature_until } = await rotate(agent);
    expect(first).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
    const hours = (Date.parse(previous_signature_until ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24.01);
    const shown = await bench.person.call(`/agents/${agent.agentId}`);
    expect(shown.body).toMatchObject({ own_signing_secret: true, previous_signature_until });
    expect(shown.bytes.toString('utf8')).not.toContain('whsec_');
    expectSignedBy(await nextDelivery(agent, receiver), first, agent.secret);
    const { signing_secret: second } = await rotate(agent);
    expectSignedBy(await nextDelivery(agent, receiver), second, first);
  });

  it('signs alone without a grace, and when the grace is over', async () => {
    const { agent, receiver } = await bench.hookedAgent();
    const { signing_secret: alone } = await rotate(agent, 0);
    expectSignedBy(await nextDelivery(agent, receiver), alone);
    const { signing_secret: signing } = await rotate(agent, 1);
    let delivery = await nextDelivery(agent, receiver);
    while (delivery.headers['x-svc-signature-previous'] !== undefined)
      delivery = await nextDelivery(agent, receiver);
    expectSignedBy(delivery, signing);
  });

  it('stays when the agent’s secret is rotated, opens no door, and signs until it is removed', async () => {
    const { agent, receiver } = await bench.hookedAgent();
    const { signing_secret: signing } = await rotate(agent, 0);
    const secret = await bench.person.rotateSecret(agent.agentId);
    expectSignedBy(await nextDelivery(agent, receiver), signing);
    expectRefusal(await agent.withSecret(signing).call('/api/agent/me'), 401);
    const path = `/agents/${agent.agentId}/signing-secret`;
    expect((await bench.person.call(path, { method: 'DELETE' })).status).toBe(204);
    expectSignedBy(await nextDelivery(agent, receiver), secret);
    expect(await bench.person.agent(agent.agentId)).toMatchObject({ own_signing_secret: false });
  });
});
