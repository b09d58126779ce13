import { describe, expect, it } from '@jest/globals';
import { lockWaits } from '../lock-waits.suite.js';
import { userMessage, useStore } from '../store.suite.js';
import type { TestAgent } from '../store.suite.js';

const bench = useStore();
const { behind, holding, holdingRow } = lockWaits(bench);

const write = (agent: TestAgent, conversationId?: string) =>
  bench.store.messages.writeUserMessage(userMessage(agent, conversationId));

describe('a message to an agent that is being deleted', () => {
  it('is refused and nothing of it stays', async () => {
    const agent = await bench.addAgent();
    const deleting = holding('DELETE FROM agent WHERE id = $1', [agent.agentId]);
    expect(await behind(deleting, () => write(agent))).toEqual([null]);
  });

  it('does not make message and deletion wait for each other', async () => {
    const agent = await bench.addAgent();
    const { conversationId } = await bench.addMessage(agent);
    const ended = await behind(
      holdingRow('agent_counter', agent.agentId),
      () => write(agent, conversationId),
      () => bench.store.agents.delete(agent.agentId, agent.ownerId),
    );
    expect(ended).toMatchObject([{ event: { seq: 2 } }, true]);
  });
});
