import { useStore } from '../store.suite.js';

const bench = useStore();
const { addRequest, resolve } = bench;

/** A request as if it had been made so long ago. */
async function asked(expiresInSeconds: number | null, secondsAgo: number) {
  const { agent, decisionId } = await addRequest({ expiresInSeconds });
  const moved = ['created_at', 'expires_at', 'remind_at'].map(
    (moment) => `${moment} = ${moment} - interval '${secondsAgo} seconds'`,
  );
  await bench.sql(`UPDATE decision SET ${moved.join(', ')} WHERE id = $1`, decisionId);
  return { agent, decisionId };
}

const remind = (limit = 100) => bench.store.decisions.remind(limit);

describe('a reminder', () => {
  it('comes late if nobody looked before, but not when the time is over', async () => {
    const late = await asked(600, 595);
    await asked(600, 600);
    expect((await remind()).map(({ decisionId }) => decisionId)).toEqual([late.decisionId]);
  });

  it('comes of no request that has ended, has no end, or is of an agent that is deleted', async () => {
    const answered = await asked(600, 400);
    await resolve(answered.agent, answered.decisionId);
    await asked(null, 400);
    const deleted = await asked(600, 400);
    await bench.sql`UPDATE agent SET deleted_at = now() WHERE id = ${deleted.agent.agentId}`;
    expect(await remind()).toEqual([]);
  });

  it('comes once from many processes, which pass over what others hold', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) ids.push((await asked(600, 400)).decisionId);
    const stores = Array.from({ length: 4 }, () => bench.open({ connectionsMax: 1 }));
    const reminded: string[] = [];
    const work = async (store: (typeof stores)[number]) => {
      for (let n = 0; n < 12; n += 1)
        reminded.push(...(await store.decisions.remind(2)).map(({ decisionId }) => decisionId));
    };
    await Promise.all(stores.map(work));
    expect(reminded.sort()).toEqual(ids.sort());
  });
});
