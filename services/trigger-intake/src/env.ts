import { TRIGGERS_WAITING_MAX_DEFAULT } from '@svc/domain';
import { readCommonConfig, readEnvironment, readTrustedProxies } from '@svc/runtime';
import type { CommonConfig, Environment, EnvironmentReader } from '@svc/runtime';
import type { WaitingPolicy } from '@svc/store';

export interface TriggerIntakeConfig {
  /** How long an accepted payload makes the same payload a duplicate, in milliseconds. Default 24 hours (specification, "Limits"). */
  dedupWindowMs: number;
  /** How many triggers of one task may wait for its agent. Default 10,000. */
  waitingMax: number;
  /** What happens to a call beyond that. Default: it is refused. */
  waitingPolicy: WaitingPolicy;
  rateLimits: TriggerRateLimitConfig;
  /** Proxies whose `X-Forwarded-For` is believed, in CIDR notation. Default: loopback. */
  trustedProxies: readonly string[];
}

/** Calls and bytes per minute. */
export interface TriggerRateLimitConfig {
  /** Of one trigger. Default 6,000. */
  triggerPerMinute: number;
  /** Of all triggers from one address. Default 60,000. */
  addressPerMinute: number;
  /** Bytes of the payloads of one trigger. Default 64 MiB. */
  triggerBytesPerMinute: number;
}

const DAY_MS = 86_400_000;
const PER_MINUTE = { min: 1, max: 10_000_000 };
const BYTES_PER_MINUTE_DEFAULT = 64 * 1024 * 1024;

export function readTriggerIntakeConfig(read: EnvironmentReader): TriggerIntakeConfig {
  return {
    dedupWindowMs: read.integer('TRIGGER_DEDUP_WINDOW_MS', { default: DAY_MS, min: 1, max: 365 * DAY_MS }),
    waitingMax: read.integer('TRIGGER_WAITING_MAX', {
      default: TRIGGERS_WAITING_MAX_DEFAULT,
      min: 1,
      max: 1_000_000,
    }),
    waitingPolicy: read.oneOf('TRIGGER_WAITING_POLICY', ['refuse', 'drop_oldest'], { default: 'refuse' }),
    rateLimits: {
      triggerPerMinute: read.integer('RATE_LIMIT_TRIGGER_PER_MINUTE', { default: 6_000, ...PER_MINUTE }),
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

/** The configuration of a trigger-intake that runs as its own process. */
export function readProcessConfig(env: Environment = process.env): CommonConfig & TriggerIntakeConfig {
  return readEnvironment(env, (read) => ({ ...readCommonConfig(read), ...readTriggerIntakeConfig(read) }));
}
