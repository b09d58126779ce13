import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { Client } from 'pg';
import { useStore } from '../store.suite.js';

const bench = useStore();

async function transaction(): Promise<Client> {
  const client = new Client({ connectionString: bench.databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  return client;
}

async function commit(client: Client): Promise<void> {
  await client.query('COMMIT');
  await client.end();
}

/** Resolves when so many statements wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  for (;;) {
    const [row] = await bench.sql(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if ((row?.['n'] as number) >= count) return;
  }
}

const write = (agent: { agentId: string; ownerId: string }, conversationId?: string) =>
  bench.store.messages.writeUserMessage({
    messageId: newId('message'),
    eventId: newId('event'),
    conversationId: conversationId ?? newId('conversation'),
    agentId: agent.agentId,
    userId: agent.ownerId,
    opensConversation: conversationId === undefined,
    senderName: 'Ursula',
    text: 'hi',
    imageUrls: [],
    audioUrl: null,
    frame: '{}',
  });

describe('a message to an agent that is being deleted', () => {
  it('is refused and nothing of it stays', async () => {
    const agent = await bench.addAgent();
    const deleting = await transaction();
    await deleting.query('DELETE FROM agent WHERE id = $1', [agent.agentId]);
    const written = write(agent);
    await untilWaiting(1);
    await commit(deleting);
    expect(await written).toBeNull();
  });

  it('does not make message and deletion wait for each other', async () => {
    const agent = await bench.addAgent();
    const { conversationId } = await bench.addMessage(agent);
    const holding = await transaction();
    await holding.query('SELECT 1 FROM agent_counter WHERE agent_id = $1 FOR UPDATE', [agent.agentId]);
    const written = write(agent, conversationId);
    await untilWaiting(1);
    const deleted = bench.store.agents.delete(agent.agentId, agent.ownerId);
    await untilWaiting(2);
    await commit(holding);
    expect(await Promise.all([written, deleted])).toEqual([expect.objectContaining({ seq: 2 }), true]);
  });
});
