import { succeeds } from './command.mjs';

/** `docker compose` or its forerunner, in words. Throws with the reason where there is no Docker. */
export async function findCompose() {
  if (!(await succeeds('docker', ['version', '--format', '{{.Server.Version}}'])))
    throw new Error('no Docker engine answers');
  if (await succeeds('docker', ['compose', 'version'])) return ['docker', 'compose'];
  if (await succeeds('docker-compose', ['--version'])) return ['docker-compose'];
  throw new Error('Docker answers, but there is neither `docker compose` nor docker-compose');
}
