import { STREAM_MS_MAX } from '@svc/domain';
import { BodyBudget } from '@svc/http-contract';
import type { BodyBounds, BodyShare } from '@svc/http-contract';
import { networkOf } from '@svc/runtime';

const MIB = 1024 * 1024;
const ALL: BodyBounds = { bodiesMax: 2_000, bytesMax: 384 * MIB };
const OF_ADDRESS: BodyBounds = { bodiesMax: 256, bytesMax: 192 * MIB };
/** Two messages of a user with all images that it may have. */
const OF_ACCOUNT: BodyBounds = { bodiesMax: 64, bytesMax: 160 * MIB };

const STREAMS: BodyBounds = { bodiesMax: 1_000, bytesMax: 128 * MIB };

/** Bodies of sign-ins, of 16 KiB each. */
const UNAUTHENTICATED: BodyBounds = { bodiesMax: 1_000, bytesMax: 16 * MIB };
const UNAUTHENTICATED_OF_ADDRESS: BodyBounds = { bodiesMax: 50, bytesMax: MIB };

/**
 * The bodies of callers who have authenticated. After ten seconds they have to come at 64 KiB a second on average, so a slow sender cannot
 * hold its share for long.
 */
export function accountBodies(): BodyBudget {
  return new BodyBudget({ ...ALL, pace: { graceMs: 10_000, bytesPerSecondMin: 64 * 1024 } });
}

/** Messages that agents write in pieces, with pauses. They are counted apart from the others, and each has its own bounds of time. */
export function streamBodies(): BodyBudget {
  return new BodyBudget({ ...STREAMS, pace: { graceMs: STREAM_MS_MAX, bytesPerSecondMin: Infinity } });
}

/** An account is a user together with all agents of this user. */
export function accountShares({ userId, address }: { userId: string; address: string }): BodyShare[] {
  return [
    { key: `account ${userId}`, ...OF_ACCOUNT },
    { key: `address ${networkOf(address)}`, ...OF_ADDRESS },
  ];
}

/** The bodies of those who are still signing in. */
export function unauthenticatedBodies(): BodyBudget {
  return new BodyBudget({ ...UNAUTHENTICATED, pace: { graceMs: 10_000, bytesPerSecondMin: Infinity } });
}

export function unauthenticatedShares(address: string): BodyShare[] {
  return [{ key: networkOf(address), ...UNAUTHENTICATED_OF_ADDRESS }];
}
