import { createLogger, runServices } from '@svc/runtime';
import type { CommonConfig, Composed } from '@svc/runtime';
import { composeProcess, rabbitBroker } from './compose-process.js';
import type { Foundation, ProcessConfig, ProcessParts } from './compose-process.js';

/** Runs one service as a process, and drains it on a signal. */
export async function runStandalone(
  name: string,
  config: CommonConfig & ProcessConfig,
  compose: (foundation: Foundation) => Composed,
): Promise<void> {
  const logger = createLogger({ service: name, level: config.logLevel, format: config.logFormat });
  const parts: ProcessParts = {
    name,
    logger,
    openBroker: (store) => rabbitBroker(config, { store, logger }),
  };
  const { services, server } = composeProcess(config, parts, compose);
  await runServices(services, { logger });
  logger.info({ host: config.host, port: server.address().port }, 'ready');
}
