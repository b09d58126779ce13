import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../preparation/processes.mjs';
import { say } from '../preparation/progress.mjs';
import { outputOf, succeeds } from './command.mjs';

const SOCKET_WAIT_MS_MAX = 20_000;
const HEALTH_INTERVAL_MS = 500;
/** As many open files as docker-compose.yml asks for a hub. */
const OPEN_FILES_WANTED = 65_536;

/**
 * A podman of one's own: images, containers, volumes and networks are below `folder`, and a socket speaks Docker's language to
 * docker-compose.
 *
 * @param {string} folder
 * @returns {Promise<import('./engine.mjs').Engine>}
 */
export async function openPodman(folder) {
  const home = join(folder, 'podman');
  mkdirSync(home, { recursive: true });
  const socket = `unix://${join(home, 'podman.sock')}`;
  const env = {
    ...process.env,
    ...(await configure(home)),
    DOCKER_HOST: socket,
    // An image's health check is Docker's addition, which OCI's own format leaves out.
    BUILDAH_FORMAT: 'docker',
    // Podman leaves the times of health checks to systemd, which a container or a small machine does not have.
    DISABLE_HC_SYSTEMD: 'true',
  };
  const service = spawn('podman', ['system', 'service', '--time=0', socket], { env, stdio: 'ignore' });
  const ended = new Promise((resolve) => service.once('close', resolve));
  await waitForSocket(join(home, 'podman.sock'));
  const checks = startHealthChecks(env);
  const name = (await outputOf('podman', ['--version'], { env }))?.trim() ?? 'podman';
  say(`Containers: ${name}, in a folder of its own.`);
  const close = async () => {
    await checks.stop();
    await succeeds('podman', ['rm', '--all', '--force', '--time', '0'], { env });
    await succeeds('podman', ['network', 'prune', '--force'], { env });
    service.kill('SIGTERM');
    await ended;
    // What is mounted below the folder cannot be removed with it.
    await succeeds('podman', ['system', 'reset', '--force'], { env });
    await succeeds('umount', [join(home, 'storage/overlay')], { env });
  };
  return { name, command: 'podman', compose: ['docker-compose'], env, close };
}

/** Writes the configuration that keeps this podman apart, and returns the names that lead to it. */
async function configure(home) {
  const write = (name, lines) => {
    writeFileSync(join(home, name), lines.join('\n'));
    return join(home, name);
  };
  const runtime = (await mayRaiseLimits()) ? undefined : writeRuntime(home);
  return {
    CONTAINERS_CONF: write('containers.conf', [
      '[engine]',
      'cgroup_manager = "cgroupfs"',
      'events_logger = "file"',
      `runtime = "${runtime ? 'without-limits' : 'runc'}"`,
      `tmp_dir = "${home}/tmp"`,
      `volume_path = "${home}/volumes"`,
      ...(runtime ? ['[engine.runtimes]', `without-limits = ["${runtime}"]`] : []),
      '[network]',
      'network_backend = "netavark"',
      `network_config_dir = "${home}/networks"`,
      '',
    ]),
    CONTAINERS_STORAGE_CONF: write('storage.conf', [
      '[storage]',
      'driver = "overlay"',
      `graphroot = "${home}/storage"`,
      `runroot = "${home}/run"`,
      '',
    ]),
    CONTAINERS_REGISTRIES_CONF: write('registries.conf', [
      'unqualified-search-registries = ["docker.io"]',
      '',
    ]),
  };
}

function mayRaiseLimits() {
  return succeeds('sh', ['-c', `ulimit -Hn ${OPEN_FILES_WANTED} && ulimit -n ${OPEN_FILES_WANTED}`]);
}

/** Where this process may not raise limits, a container that asks for it would not start. */
function writeRuntime(home) {
  say('Containers: limits cannot be raised here, so containers run without the `ulimits` that they ask for.');
  const program = join(repositoryRoot(), 'scripts/containers/without-limits.mjs');
  const path = join(home, 'runtime');
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

async function waitForSocket(path) {
  const deadline = Date.now() + SOCKET_WAIT_MS_MAX;
  while (!existsSync(path)) {
    if (Date.now() > deadline) throw new Error('podman’s socket did not come up');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Runs the health check of every container that is not yet found healthy, again and again. */
function startHealthChecks(env) {
  let isStopping = false;
  const loop = async () => {
    while (!isStopping) {
      const list = (await outputOf('podman', ['ps', '--format', '{{.ID}} {{.Status}}'], { env })) ?? '';
      const due = list.split('\n').filter((line) => /\((starting|unhealthy)\)/.test(line));
      for (const line of due) await succeeds('podman', ['healthcheck', 'run', line.split(' ')[0]], { env });
      await new Promise((resolve) => setTimeout(resolve, HEALTH_INTERVAL_MS));
    }
  };
  const done = loop();
  return {
    stop: () => {
      isStopping = true;
      return done;
    },
  };
}
