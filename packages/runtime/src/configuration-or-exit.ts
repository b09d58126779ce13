import { EnvironmentError } from './environment.js';

/** The parts of the process that a refused configuration needs; a test gives its own. */
export interface RefusalPort {
  stderr: { write(text: string): unknown };
  exit(code: number): never;
}

/** EX_CONFIG of sysexits.h: another start with the same environment would end in the same way. `npm run services` also knows it. */
export const CONFIGURATION_EXIT_CODE = 78;

/**
 * Returns the configuration of a process. If the environment is wrong, the process ends at once with {@link CONFIGURATION_EXIT_CODE} and
 * one message that names every problem. The message has no stack, because a stack does not help the person who set the values.
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
