import { describe, expect, it } from '@jest/globals';
import { lockWaits } from '../lock-waits.suite.js';
import { userMessage, useStore } from '../store.suite.js';
import type { TestAgent } from '../store.suite.js';

const bench = useStore();
const { holding, untilWaiting } = lockWaits(bench);

const write = (agent: TestAgent, conversationId?: string) =>
  bench.store.messages.writeUserMessage(userMessage(agent, conversationId));

describe('a message to an agent that is being deleted', () => {
  it('is refused and nothing of it stays', async () => {
    const agent = await bench.addAgent();
    const deleting = await holding('DELETE FROM agent WHERE id = $1', [agent.agentId]);
    const written = write(agent);
    await untilWaiting(1);
    await deleting.commit();
    expect(await written).toBeNull();
  });

  it('does not make message and deletion wait for each other', async () => {
    const agent = await bench.addAgent();
    const { conversationId } = await bench.addMessage(agent);
    const held = await holding('SELECT 1 FROM agent_counter WHERE agent_id = $1 FOR UPDATE', [agent.agentId]);
    const written = write(agent, conversationId);
    await untilWaiting(1);
    const deleted = bench.store.agents.delete(agent.agentId, agent.ownerId);
    await untilWaiting(2);
    await held.commit();
    expect(await Promise.all([written, deleted])).toEqual([
      expect.objectContaining({ event: expect.objectContaining({ seq: 2 }) }),
      true,
    ]);
  });
});
