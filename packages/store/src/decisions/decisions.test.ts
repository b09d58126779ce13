import { DECISION_RULES_PER_AGENT_MAX, OPEN_DECISIONS_PER_AGENT_MAX } from '@svc/domain';
import { newDecision } from './decisions.suite.js';
import { useStore } from '../store.suite.js';

const bench = useStore();
const { addRequest, events, resolve } = bench;

it('a request beyond those that may be open at once is refused, until one is answered', async () => {
  const { agent, decision } = await addRequest();
  await bench.sql`INSERT INTO decision (id, agent_id, conversation_id, title)
    SELECT 'dec_x' || n || ${agent.agentId}, ${agent.agentId}, ${decision.conversationId}, 'x'
      FROM generate_series(2, ${OPEN_DECISIONS_PER_AGENT_MAX}::int) n`;
  expect(await bench.store.decisions.request(newDecision(agent))).toEqual({ outcome: 'too_many_open' });
  await resolve(agent, decision.decisionId);
  expect(await bench.store.decisions.request(newDecision(agent))).toMatchObject({ outcome: 'requested' });
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
