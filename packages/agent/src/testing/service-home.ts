import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AgentError } from '../errors.js';

/** The service with a clock of its own, in a checkout that has been built. */
const PROGRAM = 'dist/bin/test-service.mjs';
/** What every checkout has, also before it was built. */
const SIGN = 'services/all-in-one/package.json';

/**
 * The program that runs the service for tests.
 *
 * @param named the folder of a checkout. Default: the checkout that this package lies in.
 * @throws {AgentError} `configuration`, with what to do.
 */
export function testServiceProgram(named: string | undefined): string {
  const home = named ?? checkoutAbove(dirname(fileURLToPath(import.meta.url)));
  if (home === null)
    throw wrong(
      'There is no service to test with. Clone its repository, run "npm run build" there, and set AGENT_SERVICE_HOME to its folder, or give { home }.',
    );
  if (!existsSync(join(home, SIGN)))
    throw wrong(
      `${home} is no checkout of the service. Set AGENT_SERVICE_HOME, or { home }, to the folder of one.`,
    );
  const program = join(home, PROGRAM);
  if (!existsSync(program))
    throw wrong(
      `The service in ${home} is not built, or is older than this package. Run "npm run build" there.`,
    );
  return program;
}

function checkoutAbove(folder: string): string | null {
  if (existsSync(join(folder, SIGN))) return folder;
  const above = dirname(folder);
  return above === folder ? null : checkoutAbove(above);
}

function wrong(message: string): AgentError {
  return new AgentError('configuration', message);
}
