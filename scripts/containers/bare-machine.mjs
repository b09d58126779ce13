import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot, run } from '../preparation/processes.mjs';
import { outputOf, succeeds } from './command.mjs';

const IMAGE = 'docker.io/library/node:24-slim';
const READY_MS_MAX = 300_000;
const STOP_MS_MAX = 20_000;
const READY =
  "fetch('http://127.0.0.1:8080/health/ready').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))";
/** What Ctrl-C does at a terminal: npm itself passes nothing on. */
const INTERRUPT =
  'for p in /proc/[0-9]*; do tr "\\0" " " < $p/cmdline | grep -q "^node scripts/start" && kill -INT ${p#/proc/}; done';
/** Enough to need PostgreSQL and RabbitMQ, and to start the product in both of its shapes. */
const SOME_TESTS = [
  'packages/broker/src',
  'packages/store/src/events/events.test.ts',
  'test/spec/health-and-docs.test.ts',
  'test/spec/readme.test.ts',
];

/**
 * The README's first command, and a part of its second, on a machine with nothing but Node.
 *
 * @param {import('./engine.mjs').Engine} engine
 * @returns {Promise<number>} an exit code
 */
export function testBareStart(engine) {
  return onBareMachine(engine, async (machine) => {
    const startedAt = performance.now();
    const product = machine.spawn('npm start');
    const isReady = await reaches(() => machine.succeeds(['node', '-e', READY]), product.ended, READY_MS_MAX);
    console.log(
      `npm start: ${isReady ? 'ready' : 'not ready'} after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
    );
    await machine.succeeds(['sh', '-c', INTERRUPT]);
    const hasEnded = await endsWithin(product.ended, STOP_MS_MAX);
    if (!isReady || !hasEnded) process.stderr.write(product.output());
    if (!isReady || !hasEnded) return 1;
    return machine.run(`timeout 1200 npm test -- ${SOME_TESTS.join(' ')}`);
  });
}

/** A container with Node, this machine's npm settings and the sources as git knows them. */
async function onBareMachine({ command, env }, use) {
  const settings = join(homedir(), '.npmrc');
  const lent = existsSync(settings) ? ['--volume', `${settings}:/root/.npmrc:ro`] : [];
  // A machine has a process that takes in orphans; a container's first process does not, so `--init`.
  const said = await outputOf(
    command,
    ['run', '--detach', '--init', ...lent, ...registryEnvironment(), IMAGE, 'sleep', 'infinity'],
    { env },
  );
  if (said === null) throw new Error('the bare machine could not be started');
  const id = said.trim();
  const inside = (line) => ['exec', '--workdir', '/root/agent-service', id, 'sh', '-c', line];
  try {
    const copied = `git ls-files -z --cached --others --exclude-standard | tar -c --null -T - --ignore-failed-read | ${command} exec -i ${id} sh -c 'mkdir -p /root/agent-service && tar -x -C /root/agent-service'`;
    if (
      (await run('bash', ['-o', 'pipefail', '-c', copied], { env, cwd: repositoryRoot(), quiet: true })) !== 0
    )
      throw new Error('the sources could not be copied');
    return await use({
      succeeds: (words) => succeeds(command, ['exec', id, ...words], { env }),
      run: (line) => run(command, inside(line), { env }),
      spawn: (line) => spawnQuietly(command, inside(line), env),
    });
  } finally {
    await outputOf(command, ['rm', '--force', '--volumes', id], { env });
  }
}

/** What npm is told by this machine's environment. */
function registryEnvironment() {
  const names = Object.keys(process.env).filter((name) =>
    /^npm_config_(registry|.*_proxy|.*proxy)$|^https?_proxy$|^no_proxy$/i.test(name),
  );
  return names.flatMap((name) => ['--env', name]);
}

function spawnQuietly(command, args, env) {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  return {
    ended: new Promise((resolve) => child.once('close', resolve)),
    output: () => Buffer.concat(chunks).toString('utf8').slice(-20_000),
  };
}

/** Whether the condition comes true in time, and before the program ends. */
async function reaches(isReached, ended, waitMsMax) {
  let isOver = false;
  void ended.then(() => (isOver = true));
  const deadline = Date.now() + waitMsMax;
  while (!isOver && Date.now() < deadline) {
    if (await isReached()) return true;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return false;
}

async function endsWithin(ended, waitMsMax) {
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(() => resolve(false), waitMsMax)));
  const isOver = await Promise.race([ended.then(() => true), late]);
  clearTimeout(timer);
  return isOver;
}
