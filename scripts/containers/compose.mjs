import { succeeds } from './command.mjs';

/**
 * The command that reads a composition, `docker compose` or its forerunner. Throws with the reason where there is no Docker.
 *
 * @returns {Promise<string[]>}
 */
export async function findCompose() {
  if (!(await succeeds('docker', ['version', '--format', '{{.Server.Version}}'])))
    throw new Error('no Docker engine answers');
  if (await succeeds('docker', ['compose', 'version'])) return ['docker', 'compose'];
  if (await succeeds('docker-compose', ['--version'])) return ['docker-compose'];
  throw new Error('Docker answers, but there is neither `docker compose` nor docker-compose');
}
