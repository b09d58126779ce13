import { createHash } from 'node:crypto';
import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { Pool } from 'pg';

/** What one count of wrong passwords belongs to. Of addresses only hashes are kept. */
export const trySubject = {
  account: (email: string): string => `${hashOf(email)} account`,
  /** Sign-ins from a network from which the user has signed in before. */
  network: (email: string, network: string): string =>
    `${hashOf(email)} network ${hashOf(`${email}\n${network}`)}`,
  /** Calls in which a signed-in user shows the present password. */
  change: (userId: string): string => `change ${userId}`,
};

const knownSubject = (email: string, network: string) =>
  `${hashOf(email)} known ${hashOf(`${email}\n${network}`)}`;

/** The case does not matter. An erasure finds all counts of an account by it. */
function hashOf(text: string): string {
  return createHash('sha256').update(text.toLowerCase()).digest('hex');
}

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
      await prisma.rateCount.deleteMany({ where: { subject } });
    },

    /** Whether somebody has signed in with this e-mail address from the network within 90 days. */
    async knows(email: string, network: string): Promise<boolean> {
      const where = { subject: knownSubject(email, network), endsAt: { gt: new Date() } };
      return (await prisma.rateCount.count({ where })) > 0;
    },

    async remember(email: string, network: string): Promise<void> {
      const subject = knownSubject(email, network);
      const endsAt = new Date(Date.now() + NETWORK_KEPT_MS);
      const create = { subject, points: 1, endsAt };
      await prisma.rateCount.upsert({ where: { subject }, create, update: { endsAt } });
    },
  };
}
