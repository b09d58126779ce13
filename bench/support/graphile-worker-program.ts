import { loadPeer } from './peer-packages.js';
import { servePeer } from './peer-program.js';
import type { PeerJob } from './peer-program.js';

/** The part of graphile-worker that is used here; its types stay with the package, which is installed when it is needed. */
interface GraphileWorker {
  makeWorkerUtils(options: { connectionString: string; maxPoolSize: number; logger: unknown }): Promise<{
    migrate(): Promise<void>;
    addJob(task: string, payload: PeerJob): Promise<unknown>;
    release(): Promise<void>;
  }>;
  run(options: {
    connectionString: string;
    concurrency: number;
    maxPoolSize: number;
    noHandleSignals: boolean;
    logger: unknown;
    taskList: Record<string, (payload: PeerJob) => Promise<void>>;
  }): Promise<{ stop(): Promise<void> }>;
  Logger: new (factory: () => () => void) => unknown;
}

/** All contenders stay connected at once, and PostgreSQL allows 100 connections by default. */
const CONNECTIONS = 12;

const { makeWorkerUtils, run, Logger } = (await loadPeer('graphile-worker')) as GraphileWorker;
const logger = new Logger(() => () => {});

servePeer({
  async prepare(connectionString) {
    const utils = await makeWorkerUtils({ connectionString, maxPoolSize: 1, logger });
    await utils.migrate();
    await utils.release();
  },
  async openAdder(connectionString) {
    const utils = await makeWorkerUtils({ connectionString, maxPoolSize: CONNECTIONS, logger });
    return { add: (job) => utils.addJob('job', job), close: () => utils.release() };
  },
  async openWorker(connectionString, begin) {
    const runner = await run({
      connectionString,
      concurrency: CONNECTIONS,
      maxPoolSize: CONNECTIONS + 2,
      noHandleSignals: true,
      logger,
      taskList: { job: async (job) => begin(job) },
    });
    return { close: () => runner.stop() };
  },
});
