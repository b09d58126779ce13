import { describe, expect, it } from '@jest/globals';
import { DECISION_RULES_PER_AGENT_MAX, newId } from '@svc/domain';
import { decisionCalls } from './decisions.suite.js';
import { useStore } from '../store.suite.js';

const bench = useStore();
const { request, resolve, events } = decisionCalls(bench);

const PATTERN = 'mail.send:*@example.com';

describe('an always-allow', () => {
  it('stores a rule with the answer, and later requests that it covers are approved at once', async () => {
    const agent = await bench.addAgent();
    const first = await request(agent);
    const open = await request(agent);
    const ended = await resolve(agent, first.decision.decisionId, { pattern: PATTERN, note: 'Always' });
    expect(ended?.decision).toMatchObject({ status: 'approved', alwaysAllowPattern: PATTERN });
    const later = await request(agent, { action: 'mail.send:bob@example.com' });
    expect(later.decision).toMatchObject({
      status: 'approved',
      resolutionReason: 'rule',
      note: null,
      alwaysAllowPattern: PATTERN,
      resolvedAt: later.decision.createdAt,
    });
    expect(later.event).toMatchObject({ seq: 2, type: 'decision_resolved' });
    expect((await events(agent.agentId)).map((event) => event.frame)).toEqual([
      expect.objectContaining({ note: 'Always', always_allow: true, always_allow_pattern: PATTERN }),
      {
        type: 'decision_resolved',
        decision_id: later.decision.decisionId,
        status: 'approved',
        note: '',
        conversation_id: later.decision.conversationId,
        always_allow: true,
        always_allow_pattern: PATTERN,
      },
    ]);
    // What was open before is still for the user to answer.
    const before = await bench.store.decisions.findForUser(open.decision.decisionId, agent.ownerId);
    expect(before?.status).toBe('pending');
  });

  it('covers neither other actions, nor requests without one, nor other agents', async () => {
    const agent = await bench.addAgent();
    const other = await bench.addAgent({ ownerId: agent.ownerId });
    await resolve(agent, (await request(agent)).decision.decisionId, { pattern: PATTERN });
    const requests = [
      await request(agent, { action: 'mail.send:ada@example.com.evil.org' }),
      await request(agent, { action: null }),
      await request(other),
    ];
    for (const { decision, event } of requests) {
      expect(decision.status).toBe('pending');
      expect(event).toBeNull();
    }
  });

  it('covers a long action with characters of two halves, and is returned as it is stored', async () => {
    const agent = await bench.addAgent();
    await resolve(agent, (await request(agent)).decision.decisionId, { pattern: 'a*' });
    const { decision } = await request(agent, { action: `${'a'.repeat(199)}😀😀`, expiresInSeconds: 60 });
    expect(decision).toMatchObject({ status: 'approved' });
    expect(await bench.store.decisions.findForAgent(decision.decisionId, agent.agentId)).toEqual(decision);
  });

  it('of the same pattern twice is one rule', async () => {
    const agent = await bench.addAgent();
    const requests = [await request(agent), await request(agent)];
    for (const { decision } of requests) await resolve(agent, decision.decisionId, { pattern: PATTERN });
    const rules = await bench.store.decisionRules.listOf({ userId: agent.ownerId, limit: 10 });
    expect(rules).toMatchObject([{ agentId: agent.agentId, pattern: PATTERN }]);
  });

  it('beyond the rules that an agent may have leaves the request open', async () => {
    const agent = await bench.addAgent();
    const { decision } = await request(agent, { expiresInSeconds: 60 });
    await bench.sql(
      `INSERT INTO decision_rule (id, user_id, agent_id, pattern)
       SELECT 'rul_' || n || $1, $2, $1, 'p' || n FROM generate_series(1, ${DECISION_RULES_PER_AGENT_MAX}) n`,
      [agent.agentId, agent.ownerId],
    );
    const refused = await resolve(agent, decision.decisionId, { pattern: PATTERN });
    expect(refused).toMatchObject({ outcome: 'too_many_rules', decision: { status: 'pending' } });
    expect(await events(agent.agentId)).toEqual([]);
    expect(await resolve(agent, decision.decisionId, { pattern: 'p7' })).toMatchObject({ outcome: 'ended' });
  });
});

describe('rules', () => {
  it('are listed newest first, in pages, for all agents of a user or for one', async () => {
    const agent = await bench.addAgent();
    const other = await bench.addAgent({ ownerId: agent.ownerId });
    for (const pattern of ['a*', 'b*']) {
      await resolve(agent, (await request(agent)).decision.decisionId, { pattern });
    }
    await resolve(other, (await request(other)).decision.decisionId, { pattern: 'c*' });
    const patternsOf = async (query: { agentId?: string; limit: number; cursor?: string }) =>
      (await bench.store.decisionRules.listOf({ userId: agent.ownerId, ...query })).map(
        (rule) => rule.pattern,
      );
    expect(await patternsOf({ limit: 10 })).toEqual(['c*', 'b*', 'a*']);
    expect(await patternsOf({ limit: 10, agentId: agent.agentId })).toEqual(['b*', 'a*']);
    const [first] = await bench.store.decisionRules.listOf({ userId: agent.ownerId, limit: 1 });
    expect(await patternsOf({ limit: 10, cursor: first!.ruleId })).toEqual(['b*', 'a*']);
    expect(await bench.store.decisionRules.listOf({ userId: await bench.addUser(), limit: 10 })).toEqual([]);
  });

  it('approve nothing once they are revoked; only their user can do that', async () => {
    const agent = await bench.addAgent();
    await resolve(agent, (await request(agent)).decision.decisionId, { pattern: PATTERN });
    const [rule] = await bench.store.decisionRules.listOf({ userId: agent.ownerId, limit: 1 });
    expect(await bench.store.decisionRules.revoke(rule!.ruleId, await bench.addUser())).toBe(false);
    expect((await request(agent)).decision.status).toBe('approved');
    expect(await bench.store.decisionRules.revoke(rule!.ruleId, agent.ownerId)).toBe(true);
    expect(await bench.store.decisionRules.revoke(rule!.ruleId, agent.ownerId)).toBe(false);
    expect((await request(agent)).decision.status).toBe('pending');
  });
});

describe('the requests that a pattern is compared with', () => {
  it('are the agent’s with an action, newest first, whatever became of them', async () => {
    const agent = await bench.addAgent();
    const first = await request(agent, { decisionId: newId('decision', 1), action: 'one' });
    await request(agent, { decisionId: newId('decision', 2), action: null });
    const second = await request(agent, { decisionId: newId('decision', 3), action: 'two' });
    await resolve(agent, first.decision.decisionId, { status: 'rejected' });
    expect(await bench.store.decisionRules.askedActions(agent.agentId, agent.ownerId)).toEqual([
      {
        decisionId: second.decision.decisionId,
        title: 'Send it?',
        action: 'two',
        status: 'pending',
        createdAt: second.decision.createdAt,
      },
      expect.objectContaining({ action: 'one', status: 'rejected' }),
    ]);
    expect(await bench.store.decisionRules.askedActions(agent.agentId, await bench.addUser())).toBeNull();
  });
});
