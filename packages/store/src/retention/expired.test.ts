import { useStore } from '../store.suite.js';

const bench = useStore();

it('expired sessions are removed in steps, also by several at once, and others stay', async () => {
  const userId = await bench.addUser();
  await bench.sql`INSERT INTO session (id, token, user_id, updated_at, expires_at)
    SELECT 's' || n, 't' || n, ${userId}, now(), now() + CASE WHEN n <= 1200 THEN -n ELSE 60 END * interval '1 second'
      FROM generate_series(1, 1203) n`;
  const remove = () => bench.store.retention.removeExpired();
  const both = await Promise.all([remove(), remove()]);
  expect(both).toEqual([true, true]);
  expect(await remove()).toBe(false);
  const left = await bench.valueOf('SELECT array_agg(id ORDER BY id) FROM session');
  expect(left).toEqual(['s1201', 's1202', 's1203']);
});
