/**
 * `npm run test:containers`: the image and the composition in real containers, the broker's tests on newer
 * lines of RabbitMQ, and `npm start` in a Debian with nothing but Node. Takes minutes and a container engine,
 * so it is not part of `npm test`. `npm run test:containers -- composition` runs one part alone.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare } from './preparation/prepare.mjs';
import { run } from './preparation/processes.mjs';
import { giveUp } from './preparation/progress.mjs';

// The composition is tested with the numbers that it has by itself.
for (const name of ['GATEWAYS', 'HUBS', 'INTAKES', 'DISPATCHERS', 'SCHEDULERS']) delete process.env[name];
await prepare();
const { testBareStart } = await import('./containers/bare-machine.mjs');
const { succeeds } = await import('./containers/command.mjs');
const { startContainer } = await import('./testing/rabbit.mjs');
const { TestSession } = await import('./testing/session.mjs');

/** The line before, and the one of docker-compose.yml. */
const RABBIT_IMAGES = ['rabbitmq:4.0', 'rabbitmq:4.3'];
const IMAGES = ['node:24-slim', 'postgres:17', 'nginx:1.30-alpine', ...RABBIT_IMAGES];
const PRODUCT_IMAGE = 'agent-service';
const PULL_MS_MAX = 300_000;
const PARTS = { composition, brokers, start };

const named = process.argv.slice(2).filter((argument) => argument in PARTS);
const parts = named.length > 0 ? named : Object.keys(PARTS);
const session = new TestSession();
const isPlugin = await succeeds('docker', ['compose', 'version']);
const compose = isPlugin ? ['docker', 'compose'] : ['docker-compose'];
if (!(await succeeds('docker', ['info'])) || !(await succeeds(compose[0], ['--version'])))
  giveUp('NO CONTAINERS WERE TESTED: no Docker engine with Compose answers.');
for (const image of IMAGES)
  if (!(await succeeds('docker', ['pull', `docker.io/library/${image}`], { timeoutMs: PULL_MS_MAX })))
    giveUp(`NO CONTAINERS WERE TESTED: ${image} cannot be pulled.`);
for (const part of parts) await PARTS[part]();
process.exit(await session.finish());

async function composition() {
  await session.check('the image builds', buildImage);
  const folder = mkdtempSync(join(tmpdir(), 'agent-service-containers-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  await session.jest('the composition', ['--selectProjects', 'containers', '--runInBand'], {
    env: {
      CONTAINERS: JSON.stringify({
        command: 'docker',
        compose,
        image: PRODUCT_IMAGE,
        base: 'node:24-slim',
      }),
      CONTAINERS_FOLDER: folder,
    },
  });
}

function buildImage(signal) {
  const args = ['build', '--file', 'infra/Dockerfile', '--tag', PRODUCT_IMAGE, '.'];
  return run('docker', args, { quiet: true, signal });
}

async function brokers() {
  for (const image of RABBIT_IMAGES) {
    const rabbit = await startContainer(image);
    await session.jest(
      `the broker on ${image}`,
      ['--selectProjects', 'unit', '--runInBand', 'packages/broker'],
      { env: { TEST_AMQP_URL: rabbit.url } },
    );
    await rabbit.stop();
  }
}

async function start() {
  await session.check('npm start in a Debian with nothing but Node', testBareStart);
}
