import { expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { lockWaits } from '../lock-waits.suite.js';
import { useStore } from '../store.suite.js';

const bench = useStore();
const { holding, untilWaiting } = lockWaits(bench);

const INSERT = `INSERT INTO session (id, token, user_id, expires_at, updated_at) VALUES ($1, $1, $2, now() + interval '1 day', now())`;
const sessionsOf = (userId: string) => bench.sql('SELECT id FROM session WHERE user_id = $1', [userId]);
const erase = (userId: string) => bench.store.deletions.eraseUser({ userId, erasureId: newId('erasure') });

it('a session that is written while its user is erased is refused', async () => {
  const userId = await bench.addUser();
  const erasing = await holding('SELECT 1 FROM "user" WHERE id = $1 FOR UPDATE', [userId]);
  const { session } = bench.store.prisma;
  const written = session.create({
    data: { id: 'late', token: 'late', userId, expiresAt: new Date(Date.now() + 86_400_000) },
  });
  const refused = expect(written).rejects.toMatchObject({ code: 'P2003', meta: { modelName: 'Session' } });
  await untilWaiting(1);
  await erasing.also('UPDATE "user" SET deleted_at = now() WHERE id = $1', [userId]);
  await erasing.commit();
  await refused;
  expect(await sessionsOf(userId)).toEqual([]);
});

it('an erasure waits for a session that is being written, and ends it', async () => {
  const userId = await bench.addUser();
  const signingIn = await holding(INSERT, ['early', userId]);
  const erased = erase(userId);
  await untilWaiting(1);
  await signingIn.commit();
  await erased;
  expect(await sessionsOf(userId)).toEqual([]);
});
