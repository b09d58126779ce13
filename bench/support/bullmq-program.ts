import { Queue, Worker } from 'bullmq';
import { flood } from './load.js';
import type { Flood } from './load.js';
import { serveCalls } from './program-calls.js';
import { Tally } from './tally.js';

export type BullmqCalls = typeof calls;

const QUEUE = 'jobs';
const CONCURRENCY = 64;

const begun = new Tally();
let queue: Queue | undefined;
let worker: Worker | undefined;

/** BullMQ's half of a measurement: one process adds, another works. */
const calls = {
  async openAdder(port: number): Promise<void> {
    queue = new Queue(QUEUE, { connection: { host: '127.0.0.1', port } });
    await queue.waitUntilReady();
  },

  async openWorker(port: number): Promise<void> {
    const connection = { host: '127.0.0.1', port };
    worker = new Worker(QUEUE, async () => begun.add(), { connection, concurrency: CONCURRENCY });
    await worker.waitUntilReady();
  },

  flood: (load: Flood) => flood(load, add),

  /** Resolves with the time of the machine's clock once so many jobs have begun in all. */
  begun: (count: number) => begun.reached(count),
};

serveCalls(calls, async () => {
  await worker?.close();
  await queue?.close();
});

async function add(): Promise<void> {
  const text = 'What came in since yesterday, and what of it needs an answer today?';
  await queue?.add('job', { text }, { removeOnComplete: true });
}
