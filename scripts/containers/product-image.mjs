import { run } from '../preparation/processes.mjs';

/** The image that docker-compose.yml names. */
export const PRODUCT_IMAGE = 'agent-service';

/**
 * Builds the image of all services, as its Dockerfile says.
 *
 * @param {import('./engine.mjs').Engine} engine
 */
export async function buildProductImage({ command, env }) {
  return run(command, ['build', '--file', 'infra/Dockerfile', '--tag', PRODUCT_IMAGE, '.'], {
    env,
    quiet: true,
  });
}
