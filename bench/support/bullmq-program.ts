import { Queue, Worker } from 'bullmq';
import { atPace, flood } from './load.js';
import type { Flood, Pace } from './load.js';
import { machineClockMs, tookMs } from './machine-clock.js';
import { serveCalls } from './program-calls.js';
import { Tally } from './tally.js';

export type BullmqCalls = typeof calls;

const QUEUE = 'jobs';
const CONCURRENCY = 64;

const begun = new Tally();
let startsMs: number[] = [];
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
    worker = new Worker<{ sentMs: number }>(QUEUE, begin, { connection, concurrency: CONCURRENCY });
    await worker.waitUntilReady();
  },

  flood: (load: Flood) => flood(load, add),
  pace: (load: Pace) => atPace(load, add),

  /** Resolves with the time of the machine's clock once so many jobs have begun in all. */
  begun: (count: number) => begun.reached(count),

  /** The times until the jobs began, since this was last asked. */
  async takeStarts(): Promise<number[]> {
    const taken = startsMs;
    startsMs = [];
    return taken;
  },
};

serveCalls(calls, async () => {
  await worker?.close();
  await queue?.close();
});

async function add(): Promise<void> {
  const text = 'What came in since yesterday, and what of it needs an answer today?';
  await queue?.add('job', { sentMs: machineClockMs(), text }, { removeOnComplete: true });
}

async function begin({ data }: { data: { sentMs: number } }): Promise<void> {
  startsMs.push(tookMs(data.sentMs));
  begun.add();
}
