import { expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { agentMessage, useStore } from '../store.suite.js';

const bench = useStore();
const { holding, start, untilWaiting } = bench;

it('the conversation of a run is that of the first of two writers', async () => {
  const { agent, conversationId: latest } = await bench.addConversation();
  const runId = await start(agent);
  const say = () => bench.store.messages.writeAgentMessage(agentMessage(agent, latest, { taskRunId: runId }));
  const opened = newId('conversation');
  const first = await holding`INSERT INTO conversation (id, agent_id, user_id, last_message_at)
      VALUES (${opened}, ${agent.agentId}, ${agent.ownerId}, now())`;
  await first.also`UPDATE task_run SET conversation_id = ${opened} WHERE id = ${runId}`;
  const second = say();
  await untilWaiting(1);
  await first.commit();
  expect(await second).toMatchObject({ conversationId: latest });
  const found = await bench.store.runs.find(runId, { agentId: agent.agentId });
  expect(found?.conversationId).toBe(opened);
});
