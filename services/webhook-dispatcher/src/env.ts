import {
  AGENT_ERROR_THRESHOLD_DEFAULT,
  BREAKER_DEFAULTS,
  MEDIA_LINK_DAYS_DEFAULT,
  WEBHOOK_RETRY_DELAYS_MS_DEFAULT,
  WEBHOOK_TIMEOUT_MS_DEFAULT,
} from '@svc/domain';
import { readCommonConfig, readEnvironment } from '@svc/runtime';
import type { CommonConfig, Environment, EnvironmentReader } from '@svc/runtime';

export type WebhookDispatcherConfig = ReturnType<typeof readWebhookDispatcherConfig> & {
  /** How long stopping waits for attempts under way before it cuts them off. Default 8,000. */
  drainMs?: number;
};

/** @param defaults.allowedNetworks such as loopback, where all runs on a single machine. */
export function readWebhookDispatcherConfig(
  read: EnvironmentReader,
  defaults: { allowedNetworks: readonly string[] } = { allowedNetworks: [] },
) {
  return {
    // The header `X-Svc-Retry-Num` counts to 3 (specification, "Webhook delivery headers").
    retryDelaysMs: read.integers('WEBHOOK_RETRY_DELAYS_MS', {
      default: WEBHOOK_RETRY_DELAYS_MS_DEFAULT,
      min: 1,
      max: 86_400_000,
      countMax: 3,
    }),
    /** One deadline over name resolution, connection, headers and body. */
    timeoutMs: read.integer('WEBHOOK_TIMEOUT_MS', {
      default: WEBHOOK_TIMEOUT_MS_DEFAULT,
      min: 1,
      max: 600_000,
    }),
    allowedNetworks: read.networks('WEBHOOK_ALLOWED_NETWORKS', { default: defaults.allowedNetworks }),
    /** In this process. */
    concurrency: read.integer('WEBHOOK_CONCURRENCY', { default: 2_000, min: 1, max: 10_000 }),
    /** In all dispatchers. */
    concurrencyPerAgent: read.integer('WEBHOOK_CONCURRENCY_PER_AGENT', { default: 4, min: 1, max: 1_000 }),
    /** The store applies these two. */
    breaker: readBreaker(read),
    agentErrorThreshold: read.integer('AGENT_ERROR_THRESHOLD', {
      default: AGENT_ERROR_THRESHOLD_DEFAULT,
      min: 1,
    }),
    mediaLinkDays: read.integer('MEDIA_LINK_DAYS', { default: MEDIA_LINK_DAYS_DEFAULT, min: 1, max: 3_650 }),
  };
}

function readBreaker(read: EnvironmentReader) {
  const { attempts, failurePercent, windowMs, probeMs } = BREAKER_DEFAULTS;
  return {
    attempts: read.integer('WEBHOOK_BREAKER_ATTEMPTS', { default: attempts, min: 0, max: 1_000_000 }),
    failurePercent: read.integer('WEBHOOK_BREAKER_FAILURE_PERCENT', {
      default: failurePercent,
      min: 1,
      max: 100,
    }),
    windowMs: read.integer('WEBHOOK_BREAKER_WINDOW_MS', { default: windowMs, min: 1_000, max: 86_400_000 }),
    probeMs: read.integer('WEBHOOK_BREAKER_PROBE_MS', { default: probeMs, min: 100, max: 3_600_000 }),
  };
}

export function readProcessConfig(env: Environment = process.env): CommonConfig & WebhookDispatcherConfig {
  return readEnvironment(env, (read) => ({
    ...readCommonConfig(read),
    ...readWebhookDispatcherConfig(read),
  }));
}
