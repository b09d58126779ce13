import { readCommonConfig, readEnvironment } from '@svc/runtime';
import type { CommonConfig, Environment } from '@svc/runtime';

/** The configuration of a trigger-intake that is a process of its own. It has none beyond what all processes share. */
export function readProcessConfig(env: Environment = process.env): CommonConfig {
  return readEnvironment(env, readCommonConfig);
}
