import type { MediaStorage } from '@svc/messages';
import type { Logger, Service } from '@svc/runtime';
import type { Store } from '@svc/store';
import { readDemoRecord, removeDemoRecord } from './demo/demo-record.js';
import type { DemoRecord } from './demo/demo-record.js';

export interface DemoRemovalOptions {
  dataDir: string;
  store: Pick<Store, 'agents' | 'deletions' | 'media' | 'prisma'>;
  media: Pick<MediaStorage, 'remove'>;
  logger: Logger;
}

/**
 * Removes what a start with DEMO=on left: the demo user with everything that it owns, and the record of it. Runs before the product accepts
 * any call.
 *
 * The record is removed last, so that the next start finishes an interrupted removal.
 */
export function demoRemoval({ dataDir, store, media, logger }: DemoRemovalOptions): Service {
  async function removeUser(userId: string): Promise<void> {
    const agents = await store.agents.listOf(userId);
    await store.deletions.deleteUser(userId);
    for (const { agentId } of agents) {
      for (let files = await some(agentId); files.length > 0; files = await some(agentId)) {
        for (const mediaId of files) await media.remove(mediaId);
        await store.media.forget(files);
      }
      while (await store.deletions.step({ kind: 'agent', id: agentId }));
    }
    while (await store.deletions.step({ kind: 'user', id: userId }));
  }

  const some = (agentId: string): Promise<string[]> => store.media.ofDeleted(100, agentId);

  async function userOf({ userId, email, createdAt }: DemoRecord): Promise<string | null> {
    if (userId !== null) return userId;
    // The start was interrupted while it made the account. An older account of the address belongs to someone else.
    const found = await store.prisma.user.findFirst({
      where: { email, createdAt: { gte: new Date(createdAt) } },
      select: { id: true },
    });
    return found?.id ?? null;
  }

  return {
    name: 'demo-removal',
    async start() {
      const record = await readDemoRecord(dataDir);
      if (record === null) return;
      const userId = await userOf(record);
      if (userId !== null) await removeUser(userId);
      await removeDemoRecord(dataDir);
      logger.info('removed the demo user and its agents');
    },
    async stop() {},
  };
}
