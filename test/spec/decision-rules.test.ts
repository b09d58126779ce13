import type { AgentClient } from '@svc/testkit';
import { bodyOf, expectInvalidField, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';

const SECONDS = 'always_allow_expires_in_seconds';

describe('Always-allow', () => {
  const bench = useProduct();

  const rulesOf = (agent: AgentClient) =>
    bodyOf('listDecisionRules', bench.person.call(`/decision-rules?agent_id=${agent.agentId}`));

  /** Allows for ever what a request of this action stands for. */
  async function allow(agent: AgentClient, action: string, body: Record<string, unknown> = {}) {
    const { decision_id } = await agent.ask({ action });
    return bench.person.resolve(decision_id, { status: 'approved', always_allow: true, ...body });
  }

  it.each(['interactive', 'approval-only'] as const)(
    'approves later requests of an %s agent at once, through the same event',
    async (kind) => {
      const { agent, socket } = await bench.onlineAgent({ kind });
      const pattern = 'mail.send:*@example.com';
      const first = await allow(agent, 'mail.send:ada@example.com', { always_allow_pattern: pattern });
      const allowed = { status: 'approved', always_allow: true, always_allow_pattern: pattern };
      expect(first).toMatchObject(allowed);
      expect(await socket.decisionResolved(first.decision_id)).toMatchObject(allowed);
      const later = await agent.ask({ action: 'mail.send:bob@example.com' });
      expect(later).toMatchObject({ ...allowed, resolution_reason: 'rule', note: null });
      expect(later.resolved_at).toBe(later.created_at);
      const { decision_id, conversation_id } = later;
      expect(await socket.decisionResolved(decision_id)).toEqual({
        ...{ type: 'decision_resolved', decision_id, conversation_id, note: '', ...allowed },
      });
      const [card] = await bench.person.history(later.conversation_id);
      expect(card).toMatchObject({ kind: 'decision', decision_id: later.decision_id });
    },
  );

  it('covers what its pattern covers from end to end, and nothing else', async () => {
    const agent = await bench.person.createAgent();
    const other = await bench.person.createAgent();
    await allow(agent, 'pay:10 EUR', { always_allow_pattern: 'pay:* EUR' });
    const statusOf = async (body: Record<string, unknown>, asking = agent) => (await asking.ask(body)).status;
    expect(await statusOf({ action: 'pay:20 EUR' })).toBe('approved');
    expect(await statusOf({ action: 'pay:20 EUR and more' })).toBe('pending');
    expect(await statusOf({})).toBe('pending');
    expect(await statusOf({ action: 'pay:20 EUR' }, other)).toBe('pending');
  });

  it('covers exactly the action if the user gives no pattern, whatever the agent suggested', async () => {
    const agent = await bench.person.createAgent();
    const suggested = await agent.ask({ action: 'a:1', suggested_pattern: '*' });
    const always = { status: 'approved', always_allow: true };
    const allowed = await bench.person.resolve(suggested.decision_id, always);
    expect(allowed).toMatchObject({ always_allow_pattern: 'a:1' });
    expect(await agent.ask({ action: 'a:2' })).toMatchObject({ status: 'pending' });
    const without = await agent.postQuestion({ title: 'Go?', suggested_pattern: '*' });
    expectInvalidField(without, 'body.suggested_pattern');
    expect(await allow(agent, 'rm *.tmp')).toMatchObject({ always_allow_pattern: 'rm \\*.tmp' });
    expect(await agent.ask({ action: 'rm *.tmp' })).toMatchObject({ status: 'approved' });
    expect(await agent.ask({ action: 'rm x.tmp' })).toMatchObject({ status: 'pending' });
  });

  it('needs a confirmation for a pattern that covers all of a verb or more: otherwise 422', async () => {
    const { agent, decision_id } = await bench.askingAgent({ action: 'mail.send:ada@example.com' });
    const broad = { status: 'approved', always_allow: true, always_allow_pattern: 'mail.*' };
    for (const always_allow_pattern of ['*', 'mail.*', 'mail.send:*', 'mail*@example.com'])
      for (const more of [{}, { confirm_broad: false }]) {
        const answer = { ...broad, always_allow_pattern, ...more };
        expectInvalidField(await bench.person.postAnswer(decision_id, answer), 'body.confirm_broad');
      }
    expect(await rulesOf(agent)).toEqual([]);
    const answered = await bench.person.resolve(decision_id, { ...broad, confirm_broad: true });
    expect(answered).toMatchObject({ always_allow_pattern: 'mail.*' });
  });

  it('leaves open requests to the user, and is another answer than an approval without it', async () => {
    const { agent, decision_id } = await bench.askingAgent({ action: 'deploy' });
    await allow(agent, 'deploy');
    expect(await agent.decision(decision_id)).toMatchObject({ status: 'pending' });
    await bench.person.resolve(decision_id, { status: 'approved' });
    const again = await bench.person.postAnswer(decision_id, { status: 'approved', always_allow: true });
    expectRefusal(again, 409, 'The request is approved already');
  });

  it('needs an approval, an action, and a pattern that covers it: else 422, and it stays open', async () => {
    const agent = await bench.person.createAgent();
    const [named, unnamed] = [await agent.ask({ action: 'deploy' }), await agent.ask()];
    const always = { status: 'approved', always_allow: true };
    for (const [{ decision_id }, body, field] of [
      [unnamed, always, 'always_allow'],
      [unnamed, { ...always, always_allow_pattern: '*' }, 'always_allow'],
      [named, { ...always, status: 'rejected' }, 'always_allow'],
      [named, { status: 'approved', always_allow_pattern: '*' }, 'always_allow_pattern'],
      [named, { status: 'approved', [SECONDS]: 60 }, SECONDS],
      [named, { ...always, always_allow_pattern: 'build*' }, 'always_allow_pattern'],
    ] as const) {
      expectInvalidField(await bench.person.postAnswer(decision_id, body), `body.${field}`);
      expect(await agent.decision(decision_id)).toMatchObject({ status: 'pending' });
    }
    expect(await rulesOf(agent)).toEqual([]);
  });

  it('stores rules that are listed and revoked; what they approved stays approved', async () => {
    const agent = await bench.person.createAgent();
    await allow(agent, 'a');
    await allow(agent, 'b');
    const rules = await rulesOf(agent);
    const ids = { rule_id: expect.stringMatching(/^rul_/), agent_id: agent.agentId };
    const newest = { ...ids, pattern: 'b', created_at: expect.stringMatching(/Z$/), expires_at: null };
    expect(rules).toEqual([newest, expect.objectContaining({ pattern: 'a' })]);
    const { decision_id } = await agent.ask({ action: 'b' });
    const revoke = () => bench.person.call(`/decision-rules/${rules[0]!.rule_id}`, { method: 'DELETE' });
    expect(await revoke()).toMatchObject({ status: 204, body: undefined });
    expectRefusal(await revoke(), 404, 'Not found');
    expect((await rulesOf(agent)).map(({ pattern }) => pattern)).toEqual(['a']);
    expect(await agent.ask({ action: 'b' })).toMatchObject({ status: 'pending' });
    expect(await agent.decision(decision_id)).toMatchObject({ status: 'approved' });
  });

  it('stores rules that expire if asked to; the newest answer decides when', async () => {
    const agent = await bench.person.createAgent();
    const [first, second] = [await agent.ask({ action: 'a' }), await agent.ask({ action: 'a' })];
    const always = { status: 'approved', always_allow: true };
    const hour = { ...always, [SECONDS]: 3_600 };
    const { resolved_at } = await bench.person.resolve(first.decision_id, hour);
    const expires_at = new Date(Date.parse(resolved_at!) + 3_600_000).toISOString();
    expect(await rulesOf(agent)).toMatchObject([{ pattern: 'a', expires_at }]);
    await bench.person.resolve(second.decision_id, always);
    expect(await rulesOf(agent)).toMatchObject([{ pattern: 'a', expires_at: null }]);
  });

  it('can be tried: the preview counts and shows what it would have covered, and stores nothing', async () => {
    const agent = await bench.person.createAgent();
    for (const action of ['mail:1', 'mail:2', 'file:3']) await agent.ask({ title: action, action });
    await agent.ask({ title: 'without an action' });
    const preview = (pattern: string) => {
      const body = { agent_id: agent.agentId, pattern };
      return bodyOf('previewDecisionRule', bench.person.call('/decision-rules/preview', { body }));
    };
    const covered = await preview('mail:*');
    expect(covered).toMatchObject({ count: 2, examined: 3 });
    expect(covered.samples.map(({ title }) => title)).toEqual(['mail:2', 'mail:1']);
    expect(await preview('mail')).toMatchObject({ count: 0, examined: 3, samples: [] });
    expect(covered).toMatchObject({ is_broad: true });
    expect(await preview('mail:1*')).toMatchObject({ count: 1, is_broad: false });
    expect(await preview('*')).toMatchObject({ count: 3, is_broad: true });
    expect(await rulesOf(agent)).toEqual([]);
  });
});
