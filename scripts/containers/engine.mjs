import { say } from '../preparation/progress.mjs';
import { succeeds } from './command.mjs';

/**
 * @typedef {object} Engine
 * @property {string} command
 * @property {string[]} compose the command that reads a composition, `docker compose` or its forerunner.
 * @property {NodeJS.ProcessEnv} env
 */

/**
 * Docker. Throws with the reason where it cannot be had.
 *
 * @returns {Promise<Engine>}
 */
export async function openEngine() {
  if (!(await succeeds('docker', ['version', '--format', '{{.Server.Version}}'])))
    throw new Error('no Docker engine answers');
  const hasPlugin = await succeeds('docker', ['compose', 'version']);
  if (!hasPlugin && !(await succeeds('docker-compose', ['--version'])))
    throw new Error('Docker answers, but there is neither `docker compose` nor docker-compose');
  say('Containers: Docker.');
  const compose = hasPlugin ? ['docker', 'compose'] : ['docker-compose'];
  return { command: 'docker', compose, env: process.env };
}
