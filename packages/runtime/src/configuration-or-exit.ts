import { EnvironmentError } from './environment.js';

/** What of the process a refused configuration needs; a test gives its own. */
export interface RefusalPort {
  stderr: { write(text: string): unknown };
  exit(code: number): never;
}

/** EX_CONFIG of sysexits.h: starting again with the same environment ends the same way. `npm run services` knows it too. */
export const CONFIGURATION_EXIT_CODE = 78;

/**
 * The configuration of a process. Where the environment is wrong the process ends at once with {@link CONFIGURATION_EXIT_CODE} and one message
 * that names every problem, without a stack, which would say nothing to whoever set the values.
 */
export function configurationOrExit<T>(read: () => T, host: RefusalPort = process): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    host.stderr.write(`\n✗ ${error.message}\n\n`);
    return host.exit(CONFIGURATION_EXIT_CODE);
  }
}
