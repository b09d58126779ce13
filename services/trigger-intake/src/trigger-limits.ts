import { addressBuckets } from '@svc/runtime';
import type { JointLimits } from '@svc/runtime';
import type { TriggerRateLimitConfig } from './env.js';

/** Every method rejects with ServiceError `rate_limited`, which says when to try again. */
export interface TriggerLimits {
  /** Counts a call by the address that it came from, whatever it asks for. */
  countAddress(address: string): Promise<void>;
  /** Refuses calls of a trigger that has used up its calls or its bytes. */
  assertMayCall(trigger: string): Promise<void>;
  /** Counts a call of a trigger that exists, and its bytes. Callers can invent ids, and a counter for each would fill the memory. */
  countCall(trigger: string, bytes: number): Promise<void>;
}

export function createTriggerLimits(
  config: TriggerRateLimitConfig,
  shared: Pick<JointLimits, 'limit' | 'salt'>,
): TriggerLimits {
  const addresses = shared.limit('trigger addresses', config.addressPerMinute);
  const triggers = shared.limit('trigger calls', config.triggerPerMinute);
  const bytesOf = shared.limit('trigger bytes', config.triggerBytesPerMinute);
  const bucketOf = addressBuckets(shared);
  return {
    countAddress: (address) => addresses.consume(bucketOf(address)),
    async assertMayCall(trigger) {
      await triggers.assertMayCall(trigger);
      await bytesOf.assertMayCall(trigger);
    },
    async countCall(trigger, bytes) {
      await triggers.count(trigger);
      if (bytes > 0) await bytesOf.count(trigger, bytes);
    },
  };
}
