import { newId } from '@svc/domain';
import { useStore } from '../store.suite.js';

const bench = useStore();
const { behind, holding, holdingRow, untilWaiting } = bench;

const INSERT = `INSERT INTO session (id, token, user_id, expires_at, updated_at) VALUES ($1, $1, $2, now() + interval '1 day', now())`;
const sessionsOf = (userId: string) => bench.sql`SELECT id FROM session WHERE user_id = ${userId}`;

it('a session that is written while its user is erased is refused', async () => {
  const userId = await bench.addUser();
  const erasing = await holdingRow('"user"', userId);
  const data = { id: 'late', token: 'late', userId, expiresAt: new Date(Date.now() + 86_400_000) };
  const written = bench.store.prisma.session.create({ data });
  const refused = expect(written).rejects.toMatchObject({ code: 'P2003', meta: { modelName: 'Session' } });
  await untilWaiting(1);
  await erasing.also`UPDATE "user" SET deleted_at = now() WHERE id = ${userId}`;
  await erasing.commit();
  await refused;
  expect(await sessionsOf(userId)).toEqual([]);
});

it('an erasure waits for a session that is being written, and ends it', async () => {
  const userId = await bench.addUser();
  const erase = () => bench.store.deletions.eraseUser({ userId, erasureId: newId('erasure') });
  await behind(holding(INSERT, 'early', userId), erase);
  expect(await sessionsOf(userId)).toEqual([]);
});
