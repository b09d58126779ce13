import { addressBuckets } from '@svc/runtime';
import type { JointLimits } from '@svc/runtime';
import type { TriggerRateLimitConfig } from './env.js';

/** Every method rejects with ServiceError `rate_limited`, which says when to try again. */
export function createTriggerLimits(
  config: TriggerRateLimitConfig,
  shared: Pick<JointLimits, 'limit' | 'salt'>,
) {
  const addresses = shared.limit('trigger addresses', config.addressPerMinute);
  const triggers = shared.limit('trigger calls', config.triggerPerMinute);
  const bytesOf = shared.limit('trigger bytes', config.triggerBytesPerMinute);
  const bucketOf = addressBuckets(shared);
  return {
    countAddress: (address: string) => addresses.consume(bucketOf(address)),
    async assertMayCall(trigger: string): Promise<void> {
      await triggers.assertMayCall(trigger);
      await bytesOf.assertMayCall(trigger);
    },
    /** Of a trigger that exists: callers can invent ids, and a counter for each would fill the memory. */
    async countCall(trigger: string, bytes: number): Promise<void> {
      await triggers.count(trigger);
      if (bytes > 0) await bytesOf.count(trigger, bytes);
    },
  };
}

export type TriggerLimits = ReturnType<typeof createTriggerLimits>;
