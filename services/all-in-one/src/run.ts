import { join, resolve } from 'node:path';
import { createLogger, EnvironmentError, keptSecret, runServices, Secret, serviceGroup } from '@svc/runtime';
import type { Service } from '@svc/runtime';
import { migrate, OtherVersionError } from '@svc/store';
import { composeAllInOne } from './compose.js';
import { dataFolderLock } from './data-folder.js';
import { startDemo } from './demo/demo.js';
import type { Demo } from './demo/demo.js';
import type { AllInOneConfig } from './env.js';
import { LocalPostgres } from './postgres/local-postgres.js';

const SEALING_KEY_BYTES = 32;
/** Short enough to type it from the banner, and long enough that it is not guessed. */
const DEMO_PASSWORD_BYTES = 8;

/** Runs everything in this process until it is told to end. Resolves when it is ready. */
export async function runAllInOne(config: AllInOneConfig): Promise<void> {
  const { logLevel: level, logFormat: format } = config.listen;
  const logger = createLogger({ service: 'all-in-one', level, format });

  // In two steps, because the address of the database is known only when it runs.
  const database: Service[] = [dataFolderLock(config.dataDir)];
  const { dataDir, isDataDirDefault } = config;
  const embedded = new LocalPostgres({ dataDir: resolve(dataDir, 'postgres'), mayLink: isDataDirDefault });
  if (config.databaseUrl === null)
    database.push({ name: 'postgres', start: () => embedded.start(), stop: () => embedded.stop() });

  let started: Service | undefined;
  let demo: Demo | null = null;
  const stack: Service = {
    name: 'stack',
    async start() {
      const databaseUrl = config.databaseUrl?.reveal() ?? embedded.url;
      await migrate(databaseUrl).catch((error: unknown) => {
        throw error instanceof OtherVersionError ? new EnvironmentError([error.message]) : error;
      });
      const { services, server } = composeAllInOne(config, {
        ...{ databaseUrl, logger },
        sealing: await sealingOf(config),
      });
      started = serviceGroup('services', services, logger);
      await started.start();
      const { host, port } = server.address();
      if (config.demo)
        demo = await startDemo({
          baseUrl: `http://${connectableHost(host)}:${port}`,
          publicBaseUrl: config.listen.publicBaseUrl,
          password: await keptSecret(join(config.dataDir, 'demo-password'), DEMO_PASSWORD_BYTES),
          log: logger.child({ part: 'demo' }),
        });
      process.stdout.write(banner({ url: `http://localhost:${port}`, demo, dataDir }));
    },
    async stop() {
      // A client stops before the server that it uses.
      await demo?.stop();
      await started?.stop();
    },
  };

  await runServices([...database, stack], { logger });
}

/** Without a key of the operator's, the data folder has one. Without it every agent's secret is lost. */
async function sealingOf({ sealing, dataDir }: AllInOneConfig): Promise<AllInOneConfig['sealing']> {
  if (sealing.keys.length > 0) return sealing;
  const key = new Secret(await keptSecret(join(dataDir, 'secrets-key'), SEALING_KEY_BYTES));
  return { ...sealing, keys: [key] };
}

/** One may listen on an address that stands for all of the machine's, but not connect to it. */
function connectableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

interface Started {
  url: string;
  demo: Pick<Demo, 'login' | 'problem'> | null;
  dataDir: string;
}

export function banner({ url, demo, dataDir }: Started): string {
  const lines = [
    `Ready at ${url}`,
    '',
    `  Console         ${url}`,
    `  Documentation   ${url}/docs`,
    `  API reference   ${url}/docs/api/`,
    `  Health          ${url}/health/ready`,
    '',
    ...(demo?.problem === null
      ? withDemo({ url, login: demo.login, dataDir })
      : withoutDemo(url, demo?.problem)
    ).map(indented),
    '',
    'The README goes on from there. Ctrl-C stops.',
  ];
  return `\n${lines.map(indented).join('\n')}\n`;
}

function withDemo({ url, login, dataDir }: { url: string; login: Demo['login']; dataDir: string }): string[] {
  return [
    `Demo login      ${login.email}`,
    `Password        ${login.password}`,
    '',
    'Sign in and write to Ada, or make an agent of your own, in a second terminal in this folder:',
    '',
    `export AGENT_SERVICE_URL=${url}`,
    // The script reads the password there.
    ...(dataDir === '.data' ? [] : [`export DATA_DIR='${dataDir}'`]),
    'node examples/person.mjs new-agent First',
    'node --env-file=.data/agent.env examples/echo.mjs &',
    'node examples/person.mjs say "Hello, agent"',
    '',
    'DEMO=off starts without it.',
  ];
}

function withoutDemo(url: string, problem?: string | null): string[] {
  const reason = problem ? [`No demo: ${problem}`, ''] : [];
  const account = { name: 'Ada', email: 'ada@example.org', password: 'correct horse' };
  return [
    ...reason,
    'Next: make an account and keep its token:',
    '',
    `export API=${url}`,
    `TOKEN=$(curl -sS -D - -o /dev/null $API/api/auth/sign-up/email -H 'content-type: application/json' \\`,
    `  -d '${JSON.stringify(account)}' | sed -n 's/^set-auth-token: *//Ip' | tr -d '\\r')`,
  ];
}

function indented(line: string): string {
  return line === '' ? '' : `  ${line}`;
}
