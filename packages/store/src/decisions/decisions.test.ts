import { DECISION_RULES_PER_AGENT_MAX, OPEN_DECISIONS_PER_AGENT_MAX } from '@svc/domain';
import { newDecision } from './decisions.suite.js';
import { useStore } from '../store.suite.js';

const bench = useStore();
const { addRequest, events, request, resolve } = bench;

it('a request beyond those that may be open at once is refused, until one is answered', async () => {
  const { agent, decision } = await addRequest();
  await bench.sql`INSERT INTO decision (id, agent_id, conversation_id, title)
    SELECT 'dec_x' || n || ${agent.agentId}, ${agent.agentId}, ${decision.conversationId}, 'x'
      FROM generate_series(2, ${OPEN_DECISIONS_PER_AGENT_MAX}::int) n`;
  expect(await bench.store.decisions.request(newDecision(agent))).toEqual({ outcome: 'too_many_open' });
  await resolve(agent, decision.decisionId);
  expect(await bench.store.decisions.request(newDecision(agent))).toMatchObject({ outcome: 'requested' });
});

it('a rule that has expired approves nothing, is not listed and is removed, unless it is renewed', async () => {
  const { agent, decisionId } = await addRequest();
  const renewing = await request(agent);
  const rule = { alwaysAllowPattern: 'mail*', alwaysAllowSeconds: 60 };
  await resolve(agent, decisionId, rule);
  const statusOf = async () => (await request(agent)).decision.status;
  const listed = () => bench.store.decisionRules.listOf({ userId: agent.ownerId, limit: 5 });
  const expire = () =>
    bench.sql`UPDATE decision_rule SET expires_at = now() WHERE agent_id = ${agent.agentId}`;
  expect(await statusOf()).toBe('approved');
  await expire();
  expect([await statusOf(), await listed()]).toEqual(['pending', []]);
  await resolve(agent, renewing.decision.decisionId, rule);
  expect([await statusOf(), await listed()]).toMatchObject(['approved', [{ pattern: 'mail*' }]]);
  await bench.store.retention.removeExpired();
  expect(await listed()).toHaveLength(1);
  await expire();
  await bench.store.retention.removeExpired();
  const left = await bench.sql`SELECT id FROM decision_rule WHERE agent_id = ${agent.agentId}`;
  expect(left).toEqual([]);
});

it('an always-allow beyond the rules that an agent may have leaves the request open', async () => {
  const { agent, decision } = await addRequest({ expiresInSeconds: 60 });
  await bench.sql`INSERT INTO decision_rule (id, user_id, agent_id, pattern)
    SELECT 'rul_' || n || ${agent.agentId}, ${agent.ownerId}, ${agent.agentId}, 'p' || n
      FROM generate_series(1, ${DECISION_RULES_PER_AGENT_MAX}::int) n`;
  const allow = (alwaysAllowPattern: string) => resolve(agent, decision.decisionId, { alwaysAllowPattern });
  expect(await allow('mail.send:*@example.com')).toMatchObject({
    outcome: 'too_many_rules',
    decision: { status: 'pending' },
  });
  expect(await events(agent.agentId)).toEqual([]);
  expect(await allow('p7')).toMatchObject({ outcome: 'ended' });
});
