import { join } from 'node:path';
import type { Demo } from '@svc/demo';
import { LocalPostgres } from '@svc/local-postgres';
import { createLogger, runServices, serviceGroup } from '@svc/runtime';
import type { Service } from '@svc/runtime';
import { migrate } from '@svc/store';
import { banner } from './banner.js';
import { composeAllInOne } from './compose.js';
import { dataFolderLock, secretsKeyIn } from './data-folder.js';
import { embeddedDemo, openingOf } from './embedded-demo.js';
import { readAllInOneConfig } from './env.js';

const config = readAllInOneConfig();
const logger = createLogger({
  service: 'all-in-one',
  level: config.listen.logLevel,
  format: config.listen.logFormat,
});

// The database and the services on it start in two steps, because the address of the first is known only when it runs.
const database: Service[] = [dataFolderLock(config.dataDir)];
const embedded = new LocalPostgres({ dataDir: join(config.dataDir, 'postgres') });
if (config.databaseUrl === null) {
  database.push({ name: 'postgres', start: () => embedded.start(), stop: () => embedded.stop() });
}

const stack: Service = {
  name: 'stack',
  async start() {
    const databaseUrl = config.databaseUrl?.reveal() ?? embedded.url;
    await migrate(databaseUrl);
    const secretsKey = config.secretsKey ?? (await secretsKeyIn(config.dataDir));
    const { services, server } = composeAllInOne(config, { databaseUrl, secretsKey, logger });
    started = serviceGroup('services', services, logger);
    await started.start();
    const address = server.address();
    demo = embeddedDemo(config, { address, logger });
    process.stdout.write(banner({ url: `http://localhost:${address.port}`, demo: await openingOf(demo) }));
  },
  async stop() {
    // A client goes before what it is connected to.
    await demo?.stop();
    await started?.stop();
  },
};
let started: Service | undefined;
let demo: Demo | null = null;

await runServices([...database, stack], { logger });
