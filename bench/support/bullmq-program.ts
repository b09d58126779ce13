import { Queue, Worker } from 'bullmq';
import { servePeer } from './peer-program.js';
import type { PeerJob } from './peer-program.js';

const QUEUE = 'jobs';
const CONCURRENCY = 64;

const connectionOf = (url: string) => ({ host: new URL(url).hostname, port: Number(new URL(url).port) });

servePeer({
  async openAdder(url) {
    const queue = new Queue(QUEUE, { connection: connectionOf(url) });
    await queue.waitUntilReady();
    const options = { removeOnComplete: true };
    return { add: (job) => queue.add('job', job, options), close: () => queue.close() };
  },
  async openWorker(url, begin) {
    const connection = connectionOf(url);
    const worker = new Worker<PeerJob>(QUEUE, async ({ data }) => begin(data), {
      connection,
      concurrency: CONCURRENCY,
    });
    await worker.waitUntilReady();
    return { close: () => worker.close() };
  },
});
