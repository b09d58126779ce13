import { EnvironmentError, readEnvironment } from './environment.js';
import type { EnvironmentReader } from './environment.js';

/** What the environment is refused for; nothing if it is not. */
export function problemsOf(
  env: Record<string, string>,
  build: (reader: EnvironmentReader) => unknown,
): readonly string[] {
  try {
    readEnvironment(env, build);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems;
  }
  return [];
}
