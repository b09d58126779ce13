import { say } from '../preparation/progress.mjs';
import { installOnDebian } from '../testing/debian.mjs';
import { succeeds } from './command.mjs';
import { openPodman } from './podman.mjs';

/** What a Debian without Docker needs to build and run containers and to put them together. */
const DEBIAN_PACKAGES = [
  'podman',
  'runc',
  'netavark',
  'aardvark-dns',
  'iptables',
  'catatonit',
  'docker-compose',
  'debootstrap',
];

/**
 * @typedef {object} Engine
 * @property {string} name
 * @property {string} command `docker` or `podman`: the same words mean the same to both.
 * @property {string[]} compose the command that reads a composition, `docker compose` or its forerunner.
 * @property {NodeJS.ProcessEnv} env what both need to find the engine.
 * @property {() => Promise<void>} close removes what is left of it.
 */

/**
 * A container engine: Docker if it answers, else podman, on Debian installed now. Podman keeps all that it makes below `folder`,
 * apart from what the machine has. Throws with the reason where neither can be had.
 *
 * @param {string} folder
 * @returns {Promise<Engine>}
 */
export async function openEngine(folder) {
  const docker = await succeeds('docker', ['version', '--format', '{{.Server.Version}}']);
  if (docker) return openDocker();
  if (process.getuid?.() !== 0) throw new Error('no Docker engine answers, and podman is used as root only');
  await installPodman();
  for (const program of ['podman', 'docker-compose']) {
    if (!(await succeeds(program, ['--version'])))
      throw new Error(`no Docker engine answers, and ${program} is not there and cannot be installed`);
  }
  return openPodman(folder);
}

async function openDocker() {
  const hasPlugin = await succeeds('docker', ['compose', 'version']);
  if (!hasPlugin && !(await succeeds('docker-compose', ['--version'])))
    throw new Error('Docker answers, but there is neither `docker compose` nor docker-compose');
  say('Containers: Docker.');
  const compose = hasPlugin ? ['docker', 'compose'] : ['docker-compose'];
  return { name: 'Docker', command: 'docker', compose, env: process.env, close: async () => undefined };
}

async function installPodman() {
  const missing = [];
  for (const name of DEBIAN_PACKAGES) {
    if (!(await succeeds('dpkg', ['-s', name]))) missing.push(name);
  }
  if (missing.length > 0) await installOnDebian('Containers', missing);
}
