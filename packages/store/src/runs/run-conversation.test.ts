import { newId } from '@svc/domain';
import { agentMessage, useStore } from '../store.suite.js';

const bench = useStore();
const { holding, request, start, untilWaiting } = bench;

async function startRun() {
  const { agent, conversationId: latest } = await bench.addConversation();
  const runId = await start(agent);
  const say = (conversationId?: string) =>
    bench.store.messages.writeAgentMessage(agentMessage(agent, conversationId, { taskRunId: runId }));
  const find = async () => (await bench.store.runs.find(runId, { agentId: agent.agentId }))?.conversationId;
  return { agent, runId, latest, say, find };
}

describe('the conversation of a run', () => {
  it('is the one of its first request, which the messages after it follow', async () => {
    const { agent, runId, latest, say, find } = await startRun();
    await request(agent, { taskRunId: runId });
    expect(await find()).toBe(latest);
    const { conversationId: newer } = await bench.addMessage(agent);
    expect(await say()).toMatchObject({ conversationId: latest });
    await request(agent, { taskRunId: runId, conversationId: newer });
    expect(await find()).toBe(latest);
  });

  it('is one, though a message and a request come at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { agent, runId, say } = await startRun();
      const [said, asked] = await Promise.all([say(), request(agent, { taskRunId: runId })]);
      expect(said?.conversationId).toBe(asked.decision.conversationId);
    }
  });

  it('is that of the first of two writers', async () => {
    const { agent, runId, latest, say, find } = await startRun();
    const opened = newId('conversation');
    const first = await holding`INSERT INTO conversation (id, agent_id, user_id, last_message_at)
      VALUES (${opened}, ${agent.agentId}, ${agent.ownerId}, now())`;
    await first.also`UPDATE task_run SET conversation_id = ${opened} WHERE id = ${runId}`;
    const second = say(latest);
    await untilWaiting(1);
    await first.commit();
    expect(await second).toMatchObject({ conversationId: latest });
    expect(await find()).toBe(opened);
  });
});
