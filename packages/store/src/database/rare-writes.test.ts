import { newAgentKey } from '@svc/domain';
import type { Store } from '../store.js';
import { useStore } from '../store.suite.js';

const bench = useStore();

/** What has a moment that is noted, where that stands, and what somebody else may hold. */
const NOTED = {
  'the last use of a key': {
    async add() {
      const key = newAgentKey();
      const asked = { name: 'One', scopes: ['events'] as const, expiresInSeconds: null };
      await bench.store.agentKeys.create({ ...key, ...(await bench.addAgent()), ...asked });
      return key.keyId;
    },
    note: ({ agentKeys }: Store, keyId: string) => agentKeys.noteUse(keyId),
    ...{ table: 'api_key', key: 'id', column: 'last_used_at', held: 'api_key' },
  },
  'the last poll of an agent': {
    add: async () => (await bench.addAgent()).agentId,
    note: ({ polls }: Store, agentId: string) => polls.notePoll(agentId),
    ...{ table: 'agent', key: 'id', column: 'last_poll_at', held: 'agent' },
  },
};

describe.each(Object.entries(NOTED))('%s', (_name, { add, note, table, key, column, held }) => {
  const noted = async (id: string) =>
    ((await bench.valueOf(`SELECT ${column} FROM ${table} WHERE ${key} = $1`, id)) ?? null) as Date | null;

  it('is written once in a while, however often it is noted', async () => {
    const id = await add();
    await Promise.all(Array.from({ length: 20 }, () => note(bench.store, id)));
    const first = await noted(id);
    expect(Math.abs(Date.now() - Number(first))).toBeLessThan(60_000);
    await note(bench.store, id);
    // As another process sees it, which has not written it lately.
    await note(bench.open(), id);
    expect(await noted(id)).toEqual(first);
  });

  it('is written again later, and after a clock that was ahead', async () => {
    const id = await add();
    await note(bench.store, id);
    for (const wrong of ['-61 seconds', '1 hour']) {
      await bench.sql(`UPDATE ${table} SET ${column} = now() + $2::interval WHERE ${key} = $1`, id, wrong);
      await note(bench.open(), id);
      expect(Math.abs(Date.now() - Number(await noted(id)))).toBeLessThan(30_000);
    }
  });

  it('waits for nobody who holds it', async () => {
    const id = await add();
    const holder = await bench.holdingRow(held, id);
    await note(bench.store, id);
    await holder.commit();
    expect(await noted(id)).toBeNull();
  });
});

describe('the last poll of an agent', () => {
  it('is written while an event of the agent is', async () => {
    const { agentId } = await bench.addAgent();
    const writer = await bench.holdingRow('agent_counter', agentId);
    await bench.store.polls.notePoll(agentId);
    expect(await bench.valueOf('SELECT last_poll_at FROM agent WHERE id = $1', agentId)).not.toBeNull();
    await writer.commit();
  });
});
