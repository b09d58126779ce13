import { loadPeer } from './peer-packages.js';
import { servePeer } from './peer-program.js';
import type { PeerJob } from './peer-program.js';

/** The part of pg-boss that is used here; its types stay with the package, which is installed when it is needed. */
interface PgBossModule {
  PgBoss: new (options: { connectionString: string; max: number }) => {
    on(event: 'error', listener: (error: Error) => void): void;
    start(): Promise<unknown>;
    stop(options: { graceful: boolean }): Promise<void>;
    createQueue(name: string): Promise<void>;
    send(name: string, job: PeerJob): Promise<unknown>;
    work(
      name: string,
      options: { batchSize: number; pollingIntervalSeconds: number },
      handler: (jobs: { data: PeerJob }[]) => Promise<void>,
    ): Promise<string>;
  };
}

const QUEUE = 'jobs';
/** All contenders stay connected at once, and PostgreSQL allows 100 connections by default. */
const CONNECTIONS = 12;

const { PgBoss } = (await loadPeer('pg-boss')) as PgBossModule;

async function open(connectionString: string) {
  const boss = new PgBoss({ connectionString, max: CONNECTIONS });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  return { boss, close: () => boss.stop({ graceful: false }) };
}

servePeer({
  async prepare(url) {
    const { boss, close } = await open(url);
    await boss.createQueue(QUEUE);
    await close();
  },
  async openAdder(url) {
    const { boss, close } = await open(url);
    return { add: (job) => boss.send(QUEUE, job), close };
  },
  async openWorker(url, begin) {
    const { boss, close } = await open(url);
    // The shortest interval that it allows, and batches that no interval overfills.
    await boss.work(QUEUE, { batchSize: 1_000, pollingIntervalSeconds: 0.5 }, async (jobs) => {
      for (const { data } of jobs) begin(data);
    });
    return { close };
  },
});
