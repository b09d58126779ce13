/** `npm run services`: the five services as processes of their own on PostgreSQL and RabbitMQ, behind one port. */
import { giveUp, prepare, say } from './preparation/prepare.mjs';
import { repositoryRoot, run } from './preparation/processes.mjs';

await prepare();
// Imported only now: before the installation their packages are not there.
const { readConfiguration, secretsKey } = await import('./services/configuration.mjs');
const { createConstellation } = await import('./services/constellation.mjs');
const { amqpAnswers, ensureDatabase } = await import('./services/backends.mjs');

const configuration = configurationOrGiveUp();
await requireBackends();
const env = {
  ...process.env,
  DATABASE_URL: configuration.databaseUrl,
  AMQP_URL: configuration.amqpUrl,
  DATA_DIR: configuration.dataDir,
  PUBLIC_BASE_URL: configuration.publicBaseUrl,
  SECRETS_KEY: secretsKey(process.env, configuration.dataDir),
};
if ((await run(process.execPath, ['packages/store/dist/migrate-main.js'], { env, quiet: true })) !== 0) {
  giveUp('The database could not be migrated; the reason stands above.');
}

const constellation = createConstellation({
  ...configuration,
  env,
  cwd: repositoryRoot(),
  entryOf: (kind) => `services/${kind}/dist/main.js`,
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stopAndExit);
try {
  await constellation.start();
} catch (error) {
  await constellation.stop();
  giveUp(`The front door cannot listen on ${configuration.host}:${configuration.port}: ${error.message}`);
}
say(`Front door on http://${configuration.host}:${configuration.port}, waiting for the services …`);

async function stopAndExit() {
  say('Draining …');
  await constellation.stop();
  process.exit(0);
}

function configurationOrGiveUp() {
  try {
    return readConfiguration(process.env);
  } catch (error) {
    return giveUp(error.message);
  }
}

async function requireBackends() {
  const problem = await ensureDatabase(configuration.databaseUrl);
  if (problem) {
    giveUp(
      `No PostgreSQL at ${withoutPassword(configuration.databaseUrl)} (${problem.message}). ` +
        'Start one there or set DATABASE_URL; `npm start` brings its own.',
    );
  }
  if (!(await amqpAnswers(configuration.amqpUrl))) {
    giveUp(
      `No RabbitMQ at ${withoutPassword(configuration.amqpUrl)}. Start one there ` +
        '(docker run -p 5672:5672 rabbitmq:3.13) or set AMQP_URL; `npm start` needs none.',
    );
  }
}

function withoutPassword(url) {
  const shown = new URL(url);
  if (shown.password) shown.password = '***';
  return shown.href;
}
