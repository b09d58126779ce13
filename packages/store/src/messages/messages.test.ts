import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { useStore } from '../store.suite.js';

const bench = useStore();

describe('messages of one conversation', () => {
  it('have strictly increasing times at millisecond precision, so that the cursor is exact', async () => {
    const agent = await bench.addAgent();
    const { conversationId } = await bench.addMessage(agent);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => bench.addMessage(agent, `m${index}`, conversationId)),
    );
    const seen: string[] = [];
    let before: Date | undefined;
    for (;;) {
      const page = await bench.store.conversations.historyForAgent(conversationId, agent.agentId, {
        limit: 6,
        before,
      });
      if (page === null || page.length === 0) break;
      seen.push(...page.map((message) => message.messageId));
      before = page.at(-1)!.createdAt;
    }
    expect(seen).toHaveLength(21);
    expect(new Set(seen).size).toBe(21);
  });
});

describe('a user’s message', () => {
  it('is refused for an agent of someone else, an approval-only one and a foreign conversation, and leaves nothing', async () => {
    const agent = await bench.addAgent();
    const approver = await bench.addAgent({ kind: 'approval-only' });
    const other = await bench.addAgent({ ownerId: agent.ownerId });
    const foreign = await bench.addMessage(other);
    const stranger = await bench.addUser();
    await expect(bench.addMessage({ agentId: agent.agentId, ownerId: stranger })).rejects.toThrow(
      'not written',
    );
    await expect(bench.addMessage(approver)).rejects.toThrow('not written');
    await expect(bench.addMessage(agent, 'x', foreign.conversationId)).rejects.toThrow('not written');
    const [count] = await bench.sql('SELECT count(*)::int AS n FROM event_state WHERE agent_id = ANY ($1)', [
      [agent.agentId, approver.agentId],
    ]);
    expect(count).toEqual({ n: 0 });
  });
});

describe('an agent’s message', () => {
  const message = (
    agentId: string,
    conversationId: string,
    opensConversation: boolean,
    taskRunId: string | null = null,
  ) => ({
    messageId: newId('message'),
    agentId,
    conversationId,
    opensConversation,
    text: 'hi',
    imageUrls: [],
    reportTitle: null,
    reportDescription: null,
    taskRunId,
  });

  it('opens a conversation with its owner', async () => {
    const { agentId, ownerId } = await bench.addAgent();
    const conversationId = newId('conversation');
    expect(
      await bench.store.messages.writeAgentMessage(message(agentId, conversationId, true)),
    ).toMatchObject({ userId: ownerId });
    expect(
      await bench.store.conversations.historyForUser(conversationId, ownerId, { limit: 5 }),
    ).toHaveLength(1);
  });

  it('creates no event for the sender', async () => {
    const { agentId } = await bench.addAgent();
    await bench.store.messages.writeAgentMessage(message(agentId, newId('conversation'), true));
    expect(await bench.sql('SELECT 1 FROM event_state WHERE agent_id = $1', [agentId])).toEqual([]);
  });

  it('is refused in another agent’s conversation and for an unknown run', async () => {
    const agent = await bench.addAgent();
    const other = await bench.addAgent();
    const { conversationId } = await bench.addMessage(other);
    expect(
      await bench.store.messages.writeAgentMessage(message(agent.agentId, conversationId, false)),
    ).toBeNull();
    expect(
      await bench.store.messages.writeAgentMessage(
        message(agent.agentId, newId('conversation'), true, 'run_x'),
      ),
    ).toBeNull();
  });
});
