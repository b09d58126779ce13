import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from '../preparation/processes.mjs';

/** The image that docker-compose.yml names. */
export const PRODUCT_IMAGE = 'agent-service';

/**
 * Builds the image of all services, as its Dockerfile says.
 *
 * @param {import('./engine.mjs').Engine} engine
 */
export async function buildProductImage({ command, env }) {
  const args = [
    'build',
    '--file',
    'infra/Dockerfile',
    '--tag',
    PRODUCT_IMAGE,
    ...registrySettings(command),
    '.',
  ];
  return run(command, args, { env, quiet: true });
}

/** Podman can lend the build this machine's npm settings, such as a registry of one's own, without a trace in the image. */
function registrySettings(command) {
  const settings = join(homedir(), '.npmrc');
  return command === 'podman' && existsSync(settings) ? ['--volume', `${settings}:/root/.npmrc:ro`] : [];
}
