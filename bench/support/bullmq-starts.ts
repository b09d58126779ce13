import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@svc/runtime';
import { Queue, Worker } from 'bullmq';
import type { Leftovers } from './run-bench.js';

const QUEUE = 'bench';

/**
 * BullMQ on a Redis of its own that writes every command to the disk, as PostgreSQL does every commit. Each call adds one job and resolves
 * with the milliseconds until its worker, in this process, starts on it. `null` if there is no `redis-server` to start.
 */
export async function bullmqStarts(leftovers: Leftovers): Promise<(() => Promise<number>) | null> {
  const port = await startRedis(leftovers);
  if (port === null) return null;
  const connection = { host: '127.0.0.1', port };
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

/** A Redis of a measurement's own that writes every command to the disk. `null` if there is no `redis-server` to start. */
export async function startRedis(leftovers: Leftovers): Promise<number | null> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-service-bench-redis-'));
  leftovers.later(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '']
      .concat(['--appendonly', 'yes', '--appendfsync', 'always'])
      .concat(['--maxmemory-policy', 'noeviction']),
    { stdio: ['ignore', 'pipe', 'inherit'], detached: true },
  );
  const failed = once(child, 'error').then(() => null);
  const ready = new Promise<number>((resolve) =>
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Ready to accept connections')) resolve(port);
    }),
  );
  const result = await Promise.race([failed, ready]);
  if (result === null) return null;
  const ended = once(child, 'exit');
  leftovers.later(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  return result;
}
