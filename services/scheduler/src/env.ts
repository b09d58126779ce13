import { readCommonConfig, readEnvironment } from '@svc/runtime';
import type { CommonConfig, Environment, EnvironmentReader } from '@svc/runtime';
import type { RetentionDays } from './retention-steps.js';

export interface SchedulerConfig {
  retention: RetentionDays;
}

/** A century. 0 keeps for ever. */
const DAYS = { default: 0, min: 0, max: 36_500 };

export function readSchedulerConfig(read: EnvironmentReader): SchedulerConfig {
  return {
    retention: {
      events: read.integer('RETENTION_EVENTS_DAYS', DAYS),
      attempts: read.integer('RETENTION_ATTEMPTS_DAYS', DAYS),
      runs: read.integer('RETENTION_RUNS_DAYS', DAYS),
      messages: read.integer('RETENTION_MESSAGES_DAYS', DAYS),
      media: read.integer('RETENTION_MEDIA_DAYS', DAYS),
    },
  };
}

/** The configuration of a scheduler that runs as its own process. */
export function readProcessConfig(env: Environment = process.env): CommonConfig & SchedulerConfig {
  return readEnvironment(env, (read) => ({ ...readCommonConfig(read), ...readSchedulerConfig(read) }));
}
