import { TRIGGERS_WAITING_MAX_DEFAULT } from '@svc/domain';
import { readCommonConfig, readEnvironment, readTrustedProxies } from '@svc/runtime';
import type { CommonConfig, Environment, EnvironmentReader } from '@svc/runtime';

const DAY_MS = 86_400_000;
const PER_MINUTE = { min: 1, max: 10_000_000 };
const BYTES_PER_MINUTE_DEFAULT = 64 * 1024 * 1024;

export function readTriggerIntakeConfig(read: EnvironmentReader) {
  return {
    /** An accepted payload makes the same payload a duplicate for so long (specification, "Limits"). */
    dedupWindowMs: read.integer('TRIGGER_DEDUP_WINDOW_MS', { default: DAY_MS, min: 1, max: 365 * DAY_MS }),
    /** Triggers of one task that may wait for its agent. */
    waitingMax: read.integer('TRIGGER_WAITING_MAX', {
      default: TRIGGERS_WAITING_MAX_DEFAULT,
      min: 1,
      max: 1_000_000,
    }),
    rateLimits: {
      triggerPerMinute: read.integer('RATE_LIMIT_TRIGGER_PER_MINUTE', { default: 6_000, ...PER_MINUTE }),
      /** Of all triggers. */
      addressPerMinute: read.integer('RATE_LIMIT_TRIGGER_ADDRESS_PER_MINUTE', {
        default: 60_000,
        ...PER_MINUTE,
      }),
      triggerBytesPerMinute: read.integer('RATE_LIMIT_TRIGGER_BYTES_PER_MINUTE', {
        default: BYTES_PER_MINUTE_DEFAULT,
        min: 1,
      }),
    },
    trustedProxies: readTrustedProxies(read),
  };
}

export type TriggerIntakeConfig = ReturnType<typeof readTriggerIntakeConfig>;
export type TriggerRateLimitConfig = TriggerIntakeConfig['rateLimits'];

export function readProcessConfig(env: Environment = process.env): CommonConfig & TriggerIntakeConfig {
  return readEnvironment(env, (read) => ({ ...readCommonConfig(read), ...readTriggerIntakeConfig(read) }));
}
