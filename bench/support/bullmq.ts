import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@svc/runtime';
import { Queue, Worker } from 'bullmq';
import type { BullmqCalls } from './bullmq-program.js';
import type { Contender } from './load.js';
import { Program } from './program.js';
import type { Leftovers } from './run-bench.js';

const QUEUE = 'bench';

/** Each call adds a job and resolves with the milliseconds until a worker in this process starts on it. */
export async function bullmqStarts(leftovers: Leftovers): Promise<() => Promise<number>> {
  const connection = { host: '127.0.0.1', port: await startRedis(leftovers) };
  let started: (atMs: number) => void = () => {};
  const worker = new Worker(QUEUE, async () => started(performance.now()), { connection });
  leftovers.later(() => worker.close());
  const queue = new Queue(QUEUE, { connection });
  leftovers.later(() => queue.close());
  await worker.waitUntilReady();

  return async () => {
    const start = new Promise<number>((resolve) => (started = resolve));
    const startMs = performance.now();
    await queue.add('message', { text: 'What came in since yesterday?' }, { removeOnComplete: true });
    return (await start) - startMs;
  };
}

/** One process adds and one works, as a call and its work are in two places with us, too. */
export async function bullmqContender(leftovers: Leftovers): Promise<Contender> {
  const port = await startRedis(leftovers);
  const adder = new Program<BullmqCalls>('bullmq-program.js', leftovers);
  const worker = new Program<BullmqCalls>('bullmq-program.js', leftovers);
  await adder.ask('openAdder', port);
  await worker.ask('openWorker', port);
  let added = 0;
  return {
    name: 'BullMQ',
    async flood(load) {
      const flooded = await adder.ask('flood', load);
      const begunMs = await worker.ask('begun', (added += flooded.count));
      return { ...flooded, begunMs };
    },
  };
}

/** It writes every command to the disk, as PostgreSQL does every commit. Resolves with its port. */
async function startRedis(leftovers: Leftovers): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-service-bench-redis-'));
  leftovers.later(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const words = `--port ${port} --bind 127.0.0.1 --dir ${folder} --save  --appendonly yes --appendfsync always`;
  const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit'];
  const child = spawn('redis-server', words.split(' '), { stdio, detached: true });
  await new Promise<void>((resolve, reject) => {
    child.once('error', (cause) => reject(new Error('BullMQ needs a redis-server', { cause })));
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Ready to accept connections')) resolve();
    });
  });
  const ended = once(child, 'exit');
  leftovers.later(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  return port;
}
