/** @any-shape The gateway alone decides it, from rows. */
import { describe, expect, it } from '@jest/globals';
import { expectAnswer, expectInvalidField, expectRefusal } from './answers.js';
import { cancel, postRequest, readOwn, request, resolve } from './decision-calls.js';
import type { ShownDecision } from './decision-calls.js';
import { useProduct } from './product-under-test.js';

const bench = useProduct();

describe('A request with a key', () => {
  it('is made once: asking again is 200 with the first, whatever is asked', async () => {
    const agent = await bench.person.createAgent();
    const first = await request(agent, { title: 'One?', key: 'step' });
    expect(first).toMatchObject({ title: 'One?', key: 'step', status: 'pending' });
    for (const body of [
      { title: 'One?', key: 'step' },
      { title: 'Two?', key: 'step', action: 'mail.send:ada@example.com', expires_in_seconds: 1 },
      { title: 'Three?', key: 'step', conversation_id: 'conv_0', task_run_id: 'run_0' },
    ]) {
      const again = await postRequest(agent, body);
      expectAnswer('requestDecision', again, 200);
      expect(again.body).toEqual(first);
    }
    expect((await agent.call('/api/agent/decisions')).body).toEqual([first]);
  });

  it('shows the user one card', async () => {
    const agent = await bench.person.createAgent();
    const { conversation_id } = await request(agent, { key: 'step' });
    await postRequest(agent, { title: 'Again?', key: 'step' });
    const history = await bench.person.call(`/conversations/${conversation_id}/messages`);
    expect(history).toMatchObject({ status: 200, body: [{ kind: 'decision' }] });
  });

  it.each(['approved', 'rejected', 'dismissed'] as const)(
    'is found again with its answer: %s',
    async (status) => {
      const agent = await bench.person.createAgent();
      const { decision_id } = await request(agent, { key: 'step' });
      const answered = await resolve(bench.person, decision_id, { status, note: 'Because' });
      const again = await postRequest(agent, { title: 'Send it?', key: 'step' });
      expectAnswer('requestDecision', again, 200);
      expect(again.body).toEqual(answered);
    },
  );

  it('is found again when it was withdrawn', async () => {
    const agent = await bench.person.createAgent();
    const { decision_id } = await request(agent, { key: 'step' });
    await cancel(agent, decision_id);
    const again = await postRequest(agent, { title: 'Send it?', key: 'step' });
    expect(again).toMatchObject({ status: 200, body: { decision_id, status: 'cancelled' } });
  });

  it('that a rule approves is approved once, with one event', async () => {
    const agent = await bench.person.createAgent();
    const action = 'mail.send:ada@example.com';
    const { decision_id } = await request(agent, { action });
    await resolve(bench.person, decision_id, { status: 'approved', always_allow: true });
    const first = await request(agent, { action, key: 'step' });
    expect(first).toMatchObject({ status: 'approved', resolution_reason: 'rule' });
    const again = await postRequest(agent, { title: 'Send it?', action, key: 'step' });
    expect(again).toMatchObject({ status: 200, body: first });
    expect(await bench.person.events(agent.agentId)).toHaveLength(2);
  });

  it('is one request where it is asked many times at one instant', async () => {
    const agent = await bench.person.createAgent();
    const asked = await Promise.all(
      Array.from({ length: 8 }, (_, n) => postRequest(agent, { title: `Number ${n}?`, key: 'step' })),
    );
    expect(asked.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    const ids = new Set(asked.map(({ body }) => (body as ShownDecision).decision_id));
    expect(ids.size).toBe(1);
  });

  it('is another request for another agent, and for another key', async () => {
    const [agent, other] = [await bench.person.createAgent(), await bench.person.createAgent()];
    const made = [
      await request(agent, { key: 'step' }),
      await request(other, { key: 'step' }),
      await request(agent, { key: 'Step' }),
    ];
    expect(new Set(made.map(({ decision_id }) => decision_id)).size).toBe(3);
  });

  it('is asked anew after the user has removed it', async () => {
    const agent = await bench.person.createAgent();
    const first = await request(agent, { key: 'step' });
    const removed = await bench.person.call(`/conversations/${first.conversation_id}`, { method: 'DELETE' });
    expect(removed.status).toBe(202);
    expectRefusal(await agent.call(`/api/agent/decisions/${first.decision_id}`), 404, 'Not found');
    expect((await request(agent, { key: 'step' })).decision_id).not.toBe(first.decision_id);
  });

  it('differs in nothing else, and a request without one has no such field', async () => {
    const agent = await bench.person.createAgent();
    const keyed = await request(agent, { key: 'step' });
    const plain = await request(agent);
    expect(plain).not.toHaveProperty('key');
    expect(Object.keys(keyed).sort()).toEqual([...Object.keys(plain), 'key'].sort());
    expect(await readOwn(agent, keyed.decision_id)).toEqual(keyed);
    expect(await bench.person.call(`/decisions/${keyed.decision_id}`)).toMatchObject({ body: keyed });
  });

  it.each([
    ['nothing', ''],
    ['blanks', '  '],
    ['201 characters', 'k'.repeat(201)],
    ['a number', 7],
  ])('is 422 for a key of %s', async (_case, key) => {
    const agent = await bench.person.createAgent();
    expectInvalidField(await postRequest(agent, { title: 'Send it?', key }), 'body.key');
  });
});
