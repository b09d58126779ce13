import { readCommonConfig, readEnvironment, readRetention } from '@svc/runtime';
import type { CommonConfig, Environment, EnvironmentReader } from '@svc/runtime';

export function readSchedulerConfig(read: EnvironmentReader) {
  return { retention: readRetention(read) };
}

export type SchedulerConfig = ReturnType<typeof readSchedulerConfig>;

export function readProcessConfig(env: Environment = process.env): CommonConfig & SchedulerConfig {
  return readEnvironment(env, (read) => ({ ...readCommonConfig(read), ...readSchedulerConfig(read) }));
}
