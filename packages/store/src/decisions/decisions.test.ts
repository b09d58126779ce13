import { expect, it } from '@jest/globals';
import { OPEN_DECISIONS_PER_AGENT_MAX } from '@svc/domain';
import { decisionCalls, newDecision } from './decisions.suite.js';
import { useStore } from '../store.suite.js';

const bench = useStore();
const { request, resolve } = decisionCalls(bench);

it('a request beyond those that may be open at once is refused, until one is answered', async () => {
  const agent = await bench.addAgent();
  const { decision } = await request(agent);
  await bench.sql(
    `INSERT INTO decision (id, agent_id, conversation_id, title)
       SELECT 'dec_x' || n || $1, $1, $2, 'x' FROM generate_series(2, ${OPEN_DECISIONS_PER_AGENT_MAX}) n`,
    [agent.agentId, decision.conversationId],
  );
  expect(await bench.store.decisions.request(newDecision(agent))).toEqual({ outcome: 'too_many_open' });
  await resolve(agent, decision.decisionId);
  expect(await bench.store.decisions.request(newDecision(agent))).toMatchObject({ outcome: 'requested' });
});
