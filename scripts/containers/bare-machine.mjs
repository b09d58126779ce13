import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from '../preparation/processes.mjs';
import { outputOf } from './command.mjs';

const IMAGE = 'docker.io/library/node:24-slim';
/** Waits until it is ready, and does what Ctrl-C does at a terminal: npm itself passes nothing on. */
const START = `
npm start & product=$!
until node -e "fetch('http://127.0.0.1:8080/health/ready').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
do kill -0 $product || exit 1; sleep 0.25; done
for p in /proc/[0-9]*; do tr "\\0" " " < $p/cmdline | grep -q "^node scripts/start" && kill -INT \${p#/proc/}; done
wait $product; true`;
const START_S_MAX = '320';
/** Enough to need PostgreSQL and RabbitMQ, and to start the product in both of its shapes. */
const SOME_TESTS = [
  'packages/broker/src',
  'packages/store/src/events/polls.test.ts',
  'test/spec/health-and-docs.test.ts',
  'test/spec/readme.test.ts',
];

/**
 * The README's first command, and a part of its second, in a container with nothing but Node, this machine's
 * npm settings and the sources as git knows them.
 *
 * @param {AbortSignal} signal
 * @returns {Promise<number>} an exit code
 */
export async function testBareStart(signal) {
  const settings = join(homedir(), '.npmrc');
  const lent = existsSync(settings) ? ['--volume', `${settings}:/root/.npmrc:ro`] : [];
  // A machine has a process that takes in orphans; a container's first process does not, so `--init`.
  const words = ['--detach', '--init', ...lent, ...registryEnvironment(), IMAGE, 'sleep', 'infinity'];
  const said = await outputOf('docker', ['run', ...words]);
  if (said === null) throw new Error('the bare machine could not be started');
  const id = said.trim();
  const inside = (words, quiet) =>
    run('docker', ['exec', '--workdir', '/root/agent-service', id, ...words], { quiet, signal });
  try {
    const copied = `git ls-files -z --cached --others --exclude-standard | tar -c --null -T - --ignore-failed-read | docker exec -i ${id} sh -c 'mkdir -p /root/agent-service && tar -x -C /root/agent-service'`;
    const args = ['-o', 'pipefail', '-c', copied];
    if ((await run('bash', args, { quiet: true })) !== 0) throw new Error('the sources could not be copied');
    const started = await inside(['timeout', START_S_MAX, 'sh', '-c', START], true);
    return started || (await inside(['timeout', '1200', 'npm', 'test', '--', ...SOME_TESTS], false));
  } finally {
    await outputOf('docker', ['rm', '--force', '--volumes', id]);
  }
}

function registryEnvironment() {
  const names = Object.keys(process.env).filter((name) =>
    /^npm_config_(registry|.*_proxy|.*proxy)$|^https?_proxy$|^no_proxy$/i.test(name),
  );
  return names.flatMap((name) => ['--env', name]);
}
