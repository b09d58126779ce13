import {
  AGENT_ERROR_THRESHOLD_DEFAULT,
  BREAKER_DEFAULTS,
  MEDIA_LINK_DAYS_DEFAULT,
  WEBHOOK_RETRY_DELAYS_MS_DEFAULT,
  WEBHOOK_TIMEOUT_MS_DEFAULT,
} from '@svc/domain';
import type { BreakerSettings } from '@svc/domain';
import { readCommonConfig, readEnvironment } from '@svc/runtime';
import type { CommonConfig, Environment, EnvironmentReader } from '@svc/runtime';

export interface WebhookDispatcherConfig {
  /** Waits before the first, second and third retry, in milliseconds. Default 30,000, 60,000 and 120,000. */
  retryDelaysMs: readonly number[];
  /** One deadline over name resolution, connection, headers and body of an attempt, in milliseconds. Default 30,000. */
  timeoutMs: number;
  /** Networks in CIDR notation that deliveries may go to although they are not public. Default none. */
  allowedNetworks: readonly string[];
  /** Attempts under way at once in this process, not counting slow ones. Default 256. */
  concurrency: number;
  /** Attempts under way at once for one agent, in all dispatchers. Default 4. */
  concurrencyPerAgent: number;
  /** When deliveries to a webhook that fails are held back. The store applies it. */
  breaker: BreakerSettings;
  /** How long links to files open them, in days. Default 30. */
  mediaLinkDays: number;
  /** How long stopping waits for attempts under way before it cuts them off, in milliseconds. Default 8,000. */
  drainMs?: number;
}

/** @param defaults.allowedNetworks what a way of running lets through by itself, such as loopback on a single machine. */
export function readWebhookDispatcherConfig(
  read: EnvironmentReader,
  defaults: { allowedNetworks: readonly string[] } = { allowedNetworks: [] },
): WebhookDispatcherConfig {
  return {
    // The header `X-Svc-Retry-Num` counts to 3 (specification, "Webhook delivery headers").
    retryDelaysMs: read.integers('WEBHOOK_RETRY_DELAYS_MS', {
      default: WEBHOOK_RETRY_DELAYS_MS_DEFAULT,
      min: 1,
      max: 86_400_000,
      countMax: 3,
    }),
    timeoutMs: read.integer('WEBHOOK_TIMEOUT_MS', {
      default: WEBHOOK_TIMEOUT_MS_DEFAULT,
      min: 1,
      max: 600_000,
    }),
    allowedNetworks: read.networks('WEBHOOK_ALLOWED_NETWORKS', { default: defaults.allowedNetworks }),
    concurrency: read.integer('WEBHOOK_CONCURRENCY', { default: 256, min: 1, max: 10_000 }),
    concurrencyPerAgent: read.integer('WEBHOOK_CONCURRENCY_PER_AGENT', { default: 4, min: 1, max: 1_000 }),
    breaker: readBreaker(read),
    mediaLinkDays: read.integer('MEDIA_LINK_DAYS', { default: MEDIA_LINK_DAYS_DEFAULT, min: 1, max: 3_650 }),
  };
}

function readBreaker(read: EnvironmentReader): BreakerSettings {
  const { attempts, failurePercent, windowMs, probeMs, releasePerSecond } = BREAKER_DEFAULTS;
  return {
    attempts: read.integer('WEBHOOK_BREAKER_ATTEMPTS', { default: attempts, min: 0, max: 1_000_000 }),
    failurePercent: read.integer('WEBHOOK_BREAKER_FAILURE_PERCENT', {
      default: failurePercent,
      min: 1,
      max: 100,
    }),
    windowMs: read.integer('WEBHOOK_BREAKER_WINDOW_MS', { default: windowMs, min: 1_000, max: 86_400_000 }),
    probeMs: read.integer('WEBHOOK_BREAKER_PROBE_MS', { default: probeMs, min: 100, max: 3_600_000 }),
    releasePerSecond: read.integer('WEBHOOK_BREAKER_RELEASE_PER_SECOND', {
      default: releasePerSecond,
      min: 1,
      max: 1_000,
    }),
  };
}

/** The configuration of a dispatcher that is a process of its own. */
export function readProcessConfig(
  env: Environment = process.env,
): CommonConfig & WebhookDispatcherConfig & { agentErrorThreshold: number } {
  return readEnvironment(env, (read) => ({
    ...readCommonConfig(read),
    ...readWebhookDispatcherConfig(read),
    agentErrorThreshold: read.integer('AGENT_ERROR_THRESHOLD', {
      default: AGENT_ERROR_THRESHOLD_DEFAULT,
      min: 1,
    }),
  }));
}
