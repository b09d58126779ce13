import { readCommonConfig, readEnvironment } from '@svc/runtime';
import type { CommonConfig, Environment, EnvironmentReader } from '@svc/runtime';
import type { RetentionDays } from './retention-steps.js';

export interface SchedulerConfig {
  retention: RetentionDays;
}

/** A century. 0 keeps for ever, which is the default of what people have written. The audit log is about people, so it ends by default. */
const DAYS = { default: 0, min: 0, max: 36_500 };

export function readSchedulerConfig(read: EnvironmentReader): SchedulerConfig {
  return {
    retention: {
      events: read.integer('RETENTION_EVENTS_DAYS', DAYS),
      attempts: read.integer('RETENTION_ATTEMPTS_DAYS', DAYS),
      runs: read.integer('RETENTION_RUNS_DAYS', DAYS),
      messages: read.integer('RETENTION_MESSAGES_DAYS', DAYS),
      media: read.integer('RETENTION_MEDIA_DAYS', DAYS),
      audit: read.integer('RETENTION_AUDIT_DAYS', { ...DAYS, default: 365 }),
      auditAddresses: read.integer('RETENTION_AUDIT_ADDRESSES_DAYS', { ...DAYS, default: 90 }),
    },
  };
}

/** The configuration of a scheduler that runs as its own process. */
export function readProcessConfig(env: Environment = process.env): CommonConfig & SchedulerConfig {
  return readEnvironment(env, (read) => ({ ...readCommonConfig(read), ...readSchedulerConfig(read) }));
}
