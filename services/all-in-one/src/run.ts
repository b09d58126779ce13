import { resolve } from 'node:path';
import { createLogger, EnvironmentError, runServices, serviceGroup } from '@svc/runtime';
import type { Service } from '@svc/runtime';
import { migrate, OtherVersionError } from '@svc/store';
import { banner } from './banner.js';
import { composeAllInOne } from './compose.js';
import { dataFolderLock, secretsKeyIn } from './data-folder.js';
import type { Demo } from './demo/demo.js';
import { embeddedDemo, openingOf } from './embedded-demo.js';
import type { AllInOneConfig } from './env.js';
import { OutsideWatch } from './outside-watch.js';
import { LocalPostgres } from './postgres/local-postgres.js';

/** Runs everything in this process until it is told to end. Resolves when it is ready. */
export async function runAllInOne(config: AllInOneConfig): Promise<void> {
  const logger = createLogger({
    service: 'all-in-one',
    level: config.listen.logLevel,
    format: config.listen.logFormat,
  });

  // The database and the services start in two steps, because the address of the database is known only when it runs.
  const database: Service[] = [dataFolderLock(config.dataDir)];
  const embedded = embeddedPostgres(config);
  if (config.databaseUrl === null) {
    database.push({
      name: 'postgres',
      start: () => embedded.start(),
      stop: () => embedded.stop(),
    });
  }

  let started: Service | undefined;
  let demo: Demo | null = null;
  let onUp: () => void = () => undefined;
  const stack: Service = {
    name: 'stack',
    async start() {
      const databaseUrl = config.databaseUrl?.reveal() ?? embedded.url;
      await migrate(databaseUrl).catch((error: unknown) => {
        throw error instanceof OtherVersionError ? new EnvironmentError([error.message]) : error;
      });
      const { keys } = config.sealing;
      const sealing = {
        ...config.sealing,
        keys: keys.length > 0 ? keys : [await secretsKeyIn(config.dataDir)],
      };
      const outside = await OutsideWatch.open({
        dataDir: config.dataDir,
        isLoopbackOnly: config.isLoopbackOnly,
        logger,
      });
      // Until the demo is up, nobody from outside is answered.
      const isUp = new Promise<void>((resolve) => (onUp = resolve));
      outside.onReached = async () => {
        await isUp;
        await demo?.switchOff();
      };
      const { services, server } = composeAllInOne(config, { databaseUrl, sealing, logger }, { outside });
      started = serviceGroup('services', services, logger);
      await started.start();
      const address = server.address();
      demo = embeddedDemo(config, { address, isReached: outside.isReached, logger });
      onUp();
      const opening = await openingOf(demo);
      const url = `http://localhost:${address.port}`;
      const isElsewhere = config.databaseUrl === null && embedded.dataDir !== databaseFolder(config);
      process.stdout.write(
        banner({ url, demo: opening, databaseFolder: isElsewhere ? embedded.dataDir : null }),
      );
    },
    async stop() {
      // A client stops before the server that it uses.
      await demo?.stop();
      await started?.stop();
    },
  };

  await runServices([...database, stack], { logger });
}

/** Our own PostgreSQL, in the data folder. */
function embeddedPostgres(config: AllInOneConfig): LocalPostgres {
  return new LocalPostgres({ dataDir: databaseFolder(config) });
}

function databaseFolder({ dataDir }: AllInOneConfig): string {
  return resolve(dataDir, 'postgres');
}
