import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { amqpAnswers, LOCAL_RABBIT_URL } from '@svc/edge-proxy';
import { freePort } from '@svc/runtime';
import { succeeds } from '../containers/command.mjs';
import { say } from '../preparation/progress.mjs';
import { installOnDebian } from './debian.mjs';

const execute = promisify(execFile);
const START_TIMEOUT_MS = 90_000;
const STOP_TIMEOUT_MS = 20_000;
// Debian's wrapper in /usr/sbin changes to another user; the program behind it runs as whoever calls it.
export const SERVER_PROGRAMS = [
  '/usr/lib/rabbitmq/bin/rabbitmq-server',
  '/opt/homebrew/sbin/rabbitmq-server',
  '/usr/local/sbin/rabbitmq-server',
];

/**
 * The RabbitMQ that `TEST_AMQP_URL` or `AMQP_URL` names, the local one, a container, or a node of an
 * installed (on Debian: now installed) server. Throws with what to do.
 */
export async function findRabbit(env) {
  const named = env.TEST_AMQP_URL ?? env.AMQP_URL;
  if (named) {
    if (await amqpAnswers(named)) return running(named, 'the one that the environment names');
    throw new Error('RabbitMQ is named by the environment but does not answer.');
  }
  const local = 'the local one on 127.0.0.1:5672';
  if (await amqpAnswers(LOCAL_RABBIT_URL)) return running(LOCAL_RABBIT_URL, local);
  if (await succeeds('docker', ['version', '--format', '{{.Server.Version}}'], { timeoutMs: 10_000 }))
    return startContainer('rabbitmq:4.3');
  if (!installedServer()) await installOnDebian('RabbitMQ', ['rabbitmq-server']);
  // Debian's package may have started its service by itself.
  if (await amqpAnswers(LOCAL_RABBIT_URL)) return running(LOCAL_RABBIT_URL, local);
  const program = installedServer();
  if (program) return startNode(program);
  throw new Error(
    'No RabbitMQ at AMQP_URL or 127.0.0.1:5672, no Docker, and no package that could be installed. Get one ' +
      'with `docker run -d -p 5672:5672 rabbitmq:4.3` or `sudo apt-get install rabbitmq-server`.',
  );
}

/** Own name, ports and folder, so that it meets no other node of the machine. One per process. */
export function nodeEnvironment(folder, ports) {
  return {
    PATH: process.env.PATH,
    HOME: folder,
    RABBITMQ_NODENAME: `agent-service-test-${process.pid}@localhost`,
    RABBITMQ_NODE_PORT: String(ports.amqp),
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_DIST_PORT: String(ports.peers),
    RABBITMQ_MNESIA_BASE: join(folder, 'mnesia'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_CONF_ENV_FILE: join(folder, 'none.conf'),
    RABBITMQ_CONFIG_FILE: join(folder, 'none'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
    // Erlang's port mapper outlives the node; one of our own can be ended with it.
    ERL_EPMD_PORT: String(ports.epmd),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    // Lets it be ended while a node that was killed still stands in its list.
    ERL_EPMD_RELAXED_COMMAND_CHECK: 'true',
  };
}

async function startNode(program) {
  const folder = await mkdtemp(join(tmpdir(), 'agent-service-rabbit-'));
  const ports = { amqp: await freePort(), peers: await freePort(), epmd: await freePort() };
  const env = nodeEnvironment(folder, ports);
  const child = spawn(program, [], { env, stdio: 'ignore', detached: true });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const url = `amqp://guest:guest@127.0.0.1:${ports.amqp}`;
  const stop = async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
    await execute('epmd', ['-port', String(ports.epmd), '-kill'], { env }).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  };
  await answersInTime(url, stop, child);
  say(`RabbitMQ: a node of its own on port ${ports.amqp}, for this run only.`);
  return { url, stop };
}

function running(url, what) {
  say(`RabbitMQ: ${what}.`);
  return { url, stop: async () => undefined };
}

/** On a port of 127.0.0.1. */
export async function startContainer(image) {
  say(`RabbitMQ: starting a container (${image}) …`);
  const { stdout } = await execute('docker', ['run', '-d', '--rm', '-p', '127.0.0.1::5672', image]);
  const id = stdout.trim();
  const stop = async () => void (await execute('docker', ['rm', '-f', '-v', id]).catch(() => undefined));
  const ports = await execute('docker', ['port', id, '5672/tcp']);
  const url = `amqp://guest:guest@${ports.stdout.trim().split('\n')[0]}`;
  await answersInTime(url, stop);
  return { url, stop };
}

function installedServer() {
  return SERVER_PROGRAMS.find((path) => existsSync(path));
}

async function answersInTime(url, stop, child) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await amqpAnswers(url))) {
    if (Date.now() > deadline || (child && child.exitCode !== null)) {
      await stop();
      throw new Error('RabbitMQ was started but does not answer.');
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
