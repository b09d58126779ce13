import { createHash } from 'node:crypto';
import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { Pool } from 'pg';

const KIND = { account: 'account ', network: 'network ', change: 'change ' } as const;

/** What one count of wrong passwords belongs to. */
export const trySubject = {
  /** The case of the address does not matter. Only its hash is kept. */
  account: (email: string): string =>
    KIND.account + createHash('sha256').update(email.toLowerCase()).digest('hex'),
  /** Sign-ins from a network from which the user has signed in before. */
  network: (network: string): string => KIND.network + network,
  /** Calls in which a signed-in user shows the present password. */
  change: (userId: string): string => KIND.change + userId,
};

export interface TryBackoff {
  freeMax: number;
  /** The first wait; each further one is twice as long. */
  waitSecondsMin: number;
  waitSecondsMax: number;
}

/** How long a network is remembered. */
const NETWORK_KEPT_MS = 90 * 86_400_000;

/** Wrong passwords, counted over all processes, and the networks from which people have signed in. */
export function passwordTryQueries(pool: Pool, prisma: PrismaClient) {
  return {
    /**
     * Counts a try before its password is checked, so that tries side by side count as well. An hour after
     * the last wait the count begins anew.
     * @returns `null` if the try may go on, else for how many seconds it has to wait.
     */
    async begin(subject: string, backoff: TryBackoff): Promise<number | null> {
      const begun = await rows(pool, sql.accounts.beginPasswordTry, { subject, ...backoff });
      if (begun.length > 0) return null;
      const [waiting] = await rows(pool, sql.accounts.readPasswordWait, { subject });
      return Math.max(1, Math.ceil(waiting?.seconds ?? 1));
    },

    async succeed(subject: string): Promise<void> {
      await prisma.passwordTry.deleteMany({ where: { subject } });
    },

    /** Whether the user of this e-mail address has signed in from the network within 90 days. */
    async knows(email: string, network: string): Promise<boolean> {
      const usedAt = { gt: new Date(Date.now() - NETWORK_KEPT_MS) };
      return (await prisma.signInNetwork.count({ where: { user: { email }, network, usedAt } })) > 0;
    },

    async remember(userId: string, network: string): Promise<void> {
      const usedAt = new Date();
      await prisma.signInNetwork.upsert({
        where: { userId_network: { userId, network } },
        create: { userId, network, usedAt },
        update: { usedAt },
      });
    },
  };
}
