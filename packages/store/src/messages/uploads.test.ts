import { newId } from '@svc/domain';
import { useStore } from '../store.suite.js';

const bench = useStore();

const file = (byteLength = 10) => ({ mediaId: newId('media'), contentType: 'image/png', byteLength });

async function age(mediaId: string, minutes: number): Promise<void> {
  const sql = `UPDATE media SET created_at = now() - $2::int * interval '1 minute' WHERE id = $1`;
  await bench.sql(sql, mediaId, minutes);
}

describe('uploads', () => {
  it('end when nothing took them for a day, when they did not come in time, and when their agent is deleted', async () => {
    const { uploads } = bench.store;
    const [agent, deleted] = [await bench.addAgent(), await bench.addAgent()];
    const [old, young, late, coming, orphan] = [file(), file(), file(), file(), file()];
    await uploads.begin({ userId: agent.ownerId }, [old, young, late, coming]);
    await uploads.begin({ agentId: deleted.agentId }, [orphan]);
    await uploads.finish([old, young, orphan]);
    await age(old.mediaId, 24 * 60 + 1);
    await age(young.mediaId, 23 * 60);
    await age(late.mediaId, 16);
    await age(coming.mediaId, 14);
    await bench.store.agents.delete(deleted.agentId, deleted.ownerId);
    const ours = [old, young, late, coming, orphan].map(({ mediaId }) => mediaId);
    const expired = (await uploads.expire(100)).filter((id) => ours.includes(id));
    expect(expired.sort()).toEqual([old, late].map(({ mediaId }) => mediaId).sort());
    expect(await bench.store.media.ofDeleted(100)).toContain(orphan.mediaId);
    // What comes to its end after that is refused, and no message takes what is to be removed.
    expect(await uploads.finish([late])).toBe(false);
    const found = await uploads.find({ userId: agent.ownerId }, [old.mediaId, young.mediaId]);
    expect(found).toEqual([{ ...young, fileName: null }]);
  });

  it('of a user who is erased are to be removed at once, and the user goes after them', async () => {
    const { uploads, deletions } = bench.store;
    const userId = await bench.addUser();
    const waiting = file();
    await uploads.begin({ userId }, [waiting]);
    await uploads.finish([waiting]);
    await deletions.eraseUser({ userId, erasureId: newId('erasure') });
    expect(await deletions.step({ kind: 'user', id: userId })).toBe(false);
    expect(await uploads.expire(100)).toContain(waiting.mediaId);
    await bench.store.media.forget([waiting.mediaId]);
    expect(await deletions.step({ kind: 'user', id: userId })).toBe(true);
    await expect(uploads.begin({ userId }, [file()])).rejects.toMatchObject({ code: 'not_found' });
  });
});
