import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@svc/database';
import type { Database } from '@svc/database';
import { newId } from '@svc/domain';
import { useStore } from '../store.suite.js';
import { taskBuilders } from '../tasks/tasks.suite.js';
import { deletionQueries } from './deletions.js';
import type { Deletions, DeletionTarget } from './deletions.js';

const bench = useStore();
const { addTask } = taskBuilders(bench);
let database: Database;
let deletions: Deletions;
let nowMs = 0;

beforeAll(() => {
  database = openDatabase({ databaseUrl: bench.databaseUrl });
  deletions = deletionQueries(database.pool, () => nowMs);
});
afterAll(() => database.close());

/** Marks something as deleted, and returns its id. */
const deleted: Record<DeletionTarget['kind'], () => Promise<string>> = {
  async conversation() {
    const agent = await bench.addAgent();
    const { conversationId } = await bench.addMessage(agent);
    const erasureId = newId('erasure');
    await bench.store.messageDeletions.deleteConversation({
      conversationId,
      userId: agent.ownerId,
      erasureId,
    });
    return conversationId;
  },
  async task() {
    const agent = await bench.addAgent();
    const { taskId } = await addTask(agent);
    await bench.store.tasks.delete(taskId, { agentId: agent.agentId });
    return taskId;
  },
  async agent() {
    const { agentId, ownerId } = await bench.addAgent();
    await bench.store.agents.delete(agentId, ownerId);
    return agentId;
  },
  async user() {
    const userId = await bench.addUser();
    await deletions.deleteUser(userId);
    return userId;
  },
};

/** Lets each removal of a row fail until it is told to stop. */
async function refusing(table: string, id: string): Promise<() => Promise<unknown>> {
  await bench.sql(
    `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stays'; END $$`,
  );
  await bench.sql(
    `CREATE TRIGGER refused BEFORE DELETE ON ${table} FOR EACH ROW WHEN (OLD.id = '${id}') EXECUTE FUNCTION refuse()`,
  );
  return () => bench.sql(`DROP TRIGGER refused ON ${table}`);
}

describe.each([
  ['conversation', 'conversation'],
  ['task', 'task'],
  ['agent', 'agent'],
  ['user', '"user"'],
] as const)('the deletion of a %s whose step fails each time', (kind, table) => {
  it('keeps no other one waiting, and is tried again after longer and longer', async () => {
    const [broken, other] = [await deleted[kind](), await deleted[kind]()];
    const left = async () =>
      (await bench.sql(`SELECT id FROM ${table} WHERE id IN ($1, $2)`, [broken, other])).map(({ id }) => id);
    const mend = await refusing(table, broken);
    const step = () => deletions.step({ kind });
    await expect(step()).rejects.toThrow('stays');
    while (await step());
    expect(await left()).toEqual([broken]);
    for (const restMs of [5_000, 10_000, 20_000]) {
      nowMs += restMs - 1;
      expect(await step()).toBe(false);
      nowMs += 1;
      await expect(step()).rejects.toThrow('stays');
    }
    // Whoever names it does not pass over it.
    await expect(deletions.step({ kind, id: broken })).rejects.toThrow('stays');
    await mend();
    expect(await step()).toBe(false);
    nowMs += 600_000;
    while (await step());
    expect(await left()).toEqual([]);
  });
});

it('any number of deletions that fail are passed over in one turn', async () => {
  const agents = [await deleted.agent(), await deleted.agent(), await deleted.agent()];
  await bench.sql(
    `CREATE FUNCTION refuse_agent() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stays'; END $$`,
  );
  await bench.sql(
    `CREATE TRIGGER refused BEFORE DELETE ON agent FOR EACH ROW WHEN (OLD.id IN ('${agents[0]}', '${agents[1]}')) EXECUTE FUNCTION refuse_agent()`,
  );
  const failures: unknown[] = [];
  while (await deletions.step({ kind: 'agent', rests: (error) => failures.push(error) }));
  expect(failures).toHaveLength(2);
  expect((await bench.sql('SELECT id FROM agent WHERE id = ANY ($1::text[])', [agents])).length).toBe(2);
});
