import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { Client } from 'pg';
import { useStore } from '../store.suite.js';
import { taskBuilders } from '../tasks/tasks.suite.js';
import { searchIndexQueries } from './search-index.js';
import { indexAll, search } from './search.suite.js';

const bench = useStore();
const { addTask } = taskBuilders(bench);

async function found(userId: string, typed: string): Promise<string[]> {
  return (await search(bench, userId, typed)).map(({ entryId }) => entryId);
}

describe('entries of messages', () => {
  it('are written in steps, the newest of a conversation first, and again only where something is new', async () => {
    const agent = await bench.addAgent();
    const first = await bench.addMessage(agent, 'anchor number 0');
    for (let n = 1; n < 1_000; n += 1)
      await bench.addMessage(agent, `anchor number ${n}`, first.conversationId);
    const step = await bench.store.searchIndex.pass();
    expect(step).toEqual({ written: 400, isOver: false });
    const begun = await found(agent.ownerId, 'anchor 999');
    expect(begun).toHaveLength(1);
    expect(await found(agent.ownerId, '"number 0"')).toEqual([]);
    // One that comes meanwhile is found before those that are left.
    await bench.addMessage(agent, 'meanwhile', first.conversationId);
    expect(await bench.store.searchIndex.newest(null)).toMatchObject({ written: 401 });
    expect(await found(agent.ownerId, 'meanwhile')).toHaveLength(1);
    await indexAll(bench);
    expect(await found(agent.ownerId, '"number 0"')).toEqual([first.messageId]);
    expect(await bench.store.searchIndex.pass()).toEqual({ written: 0, isOver: true });
    const [row] = await bench.sql('SELECT count(*)::int AS count FROM search_entry WHERE user_id = $1', [
      agent.ownerId,
    ]);
    expect(row).toEqual({ count: 1_001 });
  });

  it('are written of a message whose transaction has taken long, by the next pass at the latest', async () => {
    const agent = await bench.addAgent();
    const { conversationId } = await bench.addMessage(agent, 'early');
    const late = new Client({ connectionString: bench.databaseUrl });
    await late.connect();
    await late.query('BEGIN');
    const messageId = newId('message');
    await late.query(
      `UPDATE conversation SET last_message_at = last_message_at + interval '1 ms' WHERE id = $1`,
      [conversationId],
    );
    await late.query(
      `INSERT INTO message (id, conversation_id, sender, sender_name, text, created_at)
       SELECT $1, id, 'human', '', 'tardy', last_message_at FROM conversation WHERE id = $2`,
      [messageId, conversationId],
    );
    await indexAll(bench);
    expect(await found(agent.ownerId, 'early')).toHaveLength(1);
    await late.query('COMMIT');
    await late.end();
    await indexAll(bench);
    expect(await found(agent.ownerId, 'tardy')).toEqual([messageId]);
  });

  it('wait for a message that is being removed, and are not written if it goes', async () => {
    const agent = await bench.addAgent();
    const one = await bench.addMessage(agent, 'stays one');
    const two = await bench.addMessage(agent, 'goes two', one.conversationId);
    const three = await bench.addMessage(agent, 'stays three', one.conversationId);
    const remover = new Client({ connectionString: bench.databaseUrl });
    await remover.connect();
    await remover.query('BEGIN');
    await remover.query('DELETE FROM message WHERE id = $1', [two.messageId]);
    await indexAll(bench);
    expect(await found(agent.ownerId, 'stays')).toEqual([three.messageId]);
    await remover.query('ROLLBACK');
    await indexAll(bench);
    expect(await found(agent.ownerId, 'goes')).toEqual([two.messageId]);
    await remover.query('BEGIN');
    await remover.query('DELETE FROM message WHERE id = $1', [two.messageId]);
    await remover.query('COMMIT');
    await remover.end();
    await indexAll(bench);
    expect(await found(agent.ownerId, 'stays')).toEqual([three.messageId, one.messageId]);
    expect(await bench.sql('SELECT FROM search_entry WHERE id = $1', [two.messageId])).toEqual([]);
  });

  it('are written by one process at a time', async () => {
    const agent = await bench.addAgent();
    await bench.addMessage(agent, 'alone');
    const other = new Client({ connectionString: bench.databaseUrl });
    await other.connect();
    await other.query('BEGIN; SELECT FROM search_pass FOR UPDATE');
    expect(await bench.store.searchIndex.newest(null)).toBeNull();
    expect(await bench.store.searchIndex.pass()).toBeNull();
    expect(await bench.store.searchIndex.changes()).toBe(false);
    await other.end();
  });

  it('go with their messages, their conversations, their agents and their users, whoever removes them', async () => {
    const agent = await bench.addAgent();
    await bench.addMessage(agent, 'leftover');
    await addTask(agent, { name: 'leftover', prompt: 'leftover' });
    await indexAll(bench);
    expect(await found(agent.ownerId, 'leftover')).toHaveLength(2);
    await bench.store.deletions.deleteUser(agent.ownerId);
    expect(await found(agent.ownerId, 'leftover')).toEqual([]);
    while (await bench.store.deletions.step({ kind: 'agent' }));
    while (await bench.store.deletions.step({ kind: 'user' }));
    expect(await bench.sql('SELECT FROM search_entry WHERE user_id = $1', [agent.ownerId])).toEqual([]);
  });
});

describe('a flood of messages', () => {
  /** Adds messages to conversations of an agent, each newer than the one before. */
  async function flood(agentId: string, count: number): Promise<void> {
    await bench.sql(
      `INSERT INTO message (id, conversation_id, sender, sender_name, text, created_at)
       SELECT c.id || n, c.id, 'human', '', 'flood', c.last_message_at + n * interval '1 ms'
         FROM conversation c CROSS JOIN generate_series(1, $2::int) n WHERE c.agent_id = $1`,
      [agentId, count],
    );
    await bench.sql(
      `UPDATE conversation SET last_message_at = last_message_at + $2 * interval '1 ms' WHERE agent_id = $1`,
      [agentId, count],
    );
  }

  it('keeps back no messages of other conversations, however long its own are, and theirs', async () => {
    await indexAll(bench);
    const agent = await bench.addAgent();
    const opened = [await bench.addMessage(agent, 'opened'), await bench.addMessage(agent, 'opened')];
    await indexAll(bench);
    // Conversations are looked at in the order of their ids.
    const [flooded, other] = opened.map(({ conversationId }) => conversationId).sort();
    const long = 'long '.repeat(34_000);
    for (let n = 0; n < 4; n += 1) await bench.addMessage(agent, `flood ${long}`, flooded);
    await bench.addMessage(agent, `theirs ${long}`, other);
    const step = await bench.store.searchIndex.newest(null);
    expect(step).toMatchObject({ written: 2, isMoving: true, isLeft: true });
    expect(await found(agent.ownerId, 'theirs')).toHaveLength(1);
    await indexAll(bench);
    expect(await found(agent.ownerId, 'flood')).toHaveLength(4);
  });

  it('keeps a pass for a few steps, which comes back to it after all others', async () => {
    await indexAll(bench);
    const agent = await bench.addAgent();
    const opened = [];
    for (let n = 0; n < 51; n += 1) opened.push(await bench.addMessage(agent, 'opened'));
    await indexAll(bench);
    await flood(agent.agentId, 25);
    const last = opened.map(({ conversationId }) => conversationId).sort()[50];
    const pool = bench.openPool();
    try {
      const { pass } = searchIndexQueries(pool, 2);
      for (const isOver of [false, false]) expect(await pass()).toEqual({ written: 400, isOver });
      expect(await pass()).toEqual({ written: 25, isOver: false });
      const [place] = await bench.sql(
        'SELECT count(*)::int AS count FROM search_entry e JOIN message m ON m.id = e.id WHERE m.conversation_id = $1',
        [last],
      );
      expect(place).toEqual({ count: 26 });
      expect(await pass()).toEqual({ written: 400, isOver: false });
      expect(await pass()).toEqual({ written: 50, isOver: false });
      expect(await pass()).toEqual({ written: 0, isOver: true });
    } finally {
      await pool.end();
    }
  });
});
