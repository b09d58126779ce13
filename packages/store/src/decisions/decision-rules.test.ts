import { expect, it } from '@jest/globals';
import { DECISION_RULES_PER_AGENT_MAX } from '@svc/domain';
import { decisionCalls } from './decisions.suite.js';
import { useStore } from '../store.suite.js';

const bench = useStore();
const { request, resolve, events } = decisionCalls(bench);

const PATTERN = 'mail.send:*@example.com';

it('an always-allow beyond the rules that an agent may have leaves the request open', async () => {
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
