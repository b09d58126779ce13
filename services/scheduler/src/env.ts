import { readCommonConfig, readEnvironment, readRetention } from '@svc/runtime';
import type { CommonConfig, Environment, EnvironmentReader, RetentionDays } from '@svc/runtime';

export interface SchedulerConfig {
  retention: RetentionDays;
}

export function readSchedulerConfig(read: EnvironmentReader): SchedulerConfig {
  return { retention: readRetention(read) };
}

/** The configuration of a scheduler that runs as its own process. */
export function readProcessConfig(env: Environment = process.env): CommonConfig & SchedulerConfig {
  return readEnvironment(env, (read) => ({ ...readCommonConfig(read), ...readSchedulerConfig(read) }));
}
