import { parseSearch } from '@svc/domain';
import type { SearchQuery } from '@svc/domain';
import type { Pool } from 'pg';
import { useStore } from '../store.suite.js';
import { searchQueries } from './search.js';
import type { SearchHit } from './search.js';
import { indexAll, search } from './search.suite.js';

const bench = useStore();
const { addTask, holding, untilWaiting } = bench;

describe('a search', () => {
  it('goes through the newest things and then through the index, page by page, and misses nothing between them', async () => {
    const agent = await bench.addAgent();
    const { conversationId } = await bench.addMessage(agent, 'hay');
    await bench.sql`INSERT INTO message (id, conversation_id, sender, sender_name, text, created_at)
      SELECT 'msg_' || n, ${conversationId}, 'human', 'Ursula', CASE WHEN n % 100 = 0 THEN 'needle' ELSE 'hay' END,
             now() + n * interval '1 second' FROM generate_series(1, 2300) n`;
    const needles = Array.from({ length: 23 }, (_, n) => `msg_${2_300 - 100 * n}`);
    await indexAll(bench);
    const hits: SearchHit[] = [];
    for (let page: SearchHit[] | undefined; page === undefined || page.length === 7;) {
      page = await search(bench, agent.ownerId, 'needle', { limit: 7, after: hits.at(-1) });
      hits.push(...page);
    }
    expect(hits.map(({ entryId }) => entryId)).toEqual(needles);
  });

  it('finds a task by what it says now, and no deleted one', async () => {
    const agent = await bench.addAgent();
    const { taskId } = await addTask(agent, { name: 'Before', prompt: 'Read' });
    await indexAll(bench);
    await bench.store.tasks.change(taskId, { agentId: agent.agentId }, { name: 'After' }, new Date());
    await indexAll(bench);
    expect(await search(bench, agent.ownerId, 'before')).toEqual([]);
    const task = { kind: 'task', id: taskId, title: 'After', messageId: null };
    expect(await search(bench, agent.ownerId, 'after')).toMatchObject([task]);
    await bench.store.tasks.delete(taskId, { agentId: agent.agentId });
    expect(await search(bench, agent.ownerId, 'after')).toEqual([]);
  });
});

describe('searches that take long', () => {
  /** Runs while nobody can read an entry, until the work lets the searches go on. */
  async function whileHeld(work: (pool: Pool, letGo: () => Promise<void>) => Promise<void>): Promise<void> {
    const { commit } = await holding('LOCK TABLE search_entry IN ACCESS EXCLUSIVE MODE');
    await work(bench.openPool({ max: 8 }), commit);
  }

  const asked = (userId: string) => ({ userId, query: parseSearch('word') as SearchQuery, limit: 20 });

  it('leave three quarters of the connections to everything else, whoever searches', async () => {
    const one = await bench.addUser();
    const users = [...Array<string>(12).fill(one), await bench.addUser(), await bench.addUser()];
    await whileHeld(async (pool, letGo) => {
      const { search: find } = searchQueries(pool, { statementMsMax: 10_000 });
      const found = Promise.all(users.map((userId) => find(asked(userId))));
      await untilWaiting(2);
      const others = await Promise.all(Array.from({ length: 6 }, () => pool.connect()));
      for (const client of others) client.release();
      await letGo();
      expect(await found).toEqual(users.map(() => []));
    });
  });

  it('refuse those whose turn comes too late', async () => {
    const userId = await bench.addUser();
    await whileHeld(async (pool, letGo) => {
      const { search: find } = searchQueries(pool, { statementMsMax: 10_000, waitMsMax: 20 });
      const found = [1, 2].map(() => find(asked(userId)));
      await untilWaiting(2);
      await expect(find(asked(userId))).rejects.toMatchObject({ code: 'unavailable' });
      await letGo();
      expect(await Promise.all(found)).toEqual([[], []]);
    });
  });
});
