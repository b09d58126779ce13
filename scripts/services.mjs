/** `npm run services`: the five services as processes on PostgreSQL and RabbitMQ, behind one port. */
import { prepare } from './preparation/prepare.mjs';
import { repositoryRoot, run, whenAskedToEnd } from './preparation/processes.mjs';
import { giveUp, say } from './preparation/progress.mjs';

await prepare();
// Imported only now: before the build they are not there.
const { amqpAnswers, createProcessGroup, ensureDatabase, readProcessGroupConfig, serviceEnvironment } =
  await import('@svc/edge-proxy');
const { CONFIGURATION_EXIT_CODE, EnvironmentError } = await import('@svc/runtime');

const configuration = await configurationOrGiveUp();
await requireBackends();
const env = await serviceEnvironment(process.env, configuration);
if ((await run(process.execPath, ['dist/bin/migrate.mjs'], { env, quiet: true })) !== 0) {
  giveUp('The database could not be migrated; the reason stands above.');
}

const processGroup = createProcessGroup({
  ...configuration,
  env,
  cwd: repositoryRoot(),
  entryOf: (name) => `dist/bin/${name}.mjs`,
});
whenAskedToEnd(stopAndExit);
// Whoever reads the output may be gone before the drain is over; the services must not be left behind then.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
processGroup.refused.then(async (member) => {
  await processGroup.stop();
  giveUp(`${member} refused its configuration; its message stands above.`, CONFIGURATION_EXIT_CODE);
});
try {
  await processGroup.start();
} catch (error) {
  await processGroup.stop();
  giveUp(`The edge proxy cannot listen on ${configuration.host}:${configuration.port}: ${error.message}`);
}
say(`Edge proxy on http://${configuration.host}:${configuration.port}, waiting for the services …`);

async function stopAndExit() {
  say('Draining …');
  await processGroup.stop();
  process.exit(0);
}

async function configurationOrGiveUp() {
  const read = readProcessGroupConfig(process.env, async (kind) => {
    const reader = new URL(`../services/${kind}/dist/env.js`, import.meta.url);
    return (await import(reader.href)).readProcessConfig;
  });
  return read.catch((error) => {
    if (!(error instanceof EnvironmentError)) throw error;
    return giveUp(error.message, CONFIGURATION_EXIT_CODE);
  });
}

async function requireBackends() {
  const [database, broker] = [placeOf(configuration.databaseUrl), placeOf(configuration.amqpUrl)];
  const problem = await ensureDatabase(configuration.databaseUrl);
  const hint = 'Start one there, or name another; `npm start` needs none.';
  if (problem) giveUp(`No PostgreSQL at ${database} (${problem.message}). ${hint} (DATABASE_URL)`);
  if (!(await amqpAnswers(configuration.amqpUrl))) giveUp(`No RabbitMQ at ${broker}. ${hint} (AMQP_URL)`);
}

/** A password may stand in the address twice: before the host, and as a parameter. */
function placeOf(url) {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
