import { STREAM_MS_MAX } from '@svc/domain';
import { HeldBodies } from '@svc/http-contract';
import type { BodyHolders } from '@svc/http-contract';
import { networkOf } from '@svc/runtime';

/** What one address or one account may have at once. */
interface Share {
  /** Bodies that are being read. */
  places: number;
  /** Bytes that have arrived, and whose calls are not answered yet. */
  bytes: number;
}

const MIB = 1024 * 1024;
const ALL: Share = { places: 2_000, bytes: 384 * MIB };
const OF_ADDRESS: Share = { places: 256, bytes: 192 * MIB };
/** Two messages of a user with all images that it may have. */
const OF_ACCOUNT: Share = { places: 64, bytes: 160 * MIB };

/** A strange address may have so many bodies of sign-ins under way, of 16 KiB each. */
const STRANGERS: Share = { places: 1_000, bytes: 16 * MIB };
const OF_STRANGE_ADDRESS: Share = { places: 50, bytes: MIB };

/**
 * The bodies of callers who have authenticated. After ten seconds they have to come at 64 KiB a second on average, so a slow sender cannot
 * keep a place.
 */
export function accountBodies(): HeldBodies {
  const pace = { graceMs: 10_000, bytesPerSecondMin: 64 * 1024 };
  return new HeldBodies({ placesMax: ALL.places, bytesMax: ALL.bytes, pace });
}

/** Messages that agents write in pieces, with pauses. They take no places of the others, and each its own bounds of time. */
export function streamBodies(): HeldBodies {
  const pace = { graceMs: STREAM_MS_MAX, bytesPerSecondMin: Infinity };
  return new HeldBodies({ placesMax: 1_000, bytesMax: 128 * MIB, pace });
}

/** An account is a user together with all agents of this user. */
export function accountHolders({ userId, address }: { userId: string; address: string }): BodyHolders {
  return holders([
    [`account ${userId}`, OF_ACCOUNT],
    [`address ${networkOf(address)}`, OF_ADDRESS],
  ]);
}

/** The bodies of those who are still signing in. */
export function strangersBodies(): HeldBodies {
  const pace = { graceMs: 10_000, bytesPerSecondMin: Infinity };
  return new HeldBodies({ placesMax: STRANGERS.places, bytesMax: STRANGERS.bytes, pace });
}

export function strangerHolders(address: string): BodyHolders {
  return holders([[networkOf(address), OF_STRANGE_ADDRESS]]);
}

function holders(shares: readonly (readonly [key: string, share: Share])[]): BodyHolders {
  return {
    places: shares.map(([key, { places }]) => ({ key, max: places })),
    bytes: shares.map(([key, { bytes }]) => ({ key, max: bytes })),
  };
}
