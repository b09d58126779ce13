// Programs that are measured use this, so it loads nothing else.
import { setTimeout as sleep } from 'node:timers/promises';

/** What a program serves, by name. Arguments and results travel as JSON. */
export type Calls = Record<string, (argument: never) => Promise<unknown>>;

export interface Question {
  id: number;
  name: string;
  argument: unknown;
}

export interface Answer {
  id: number;
  value?: unknown;
  error?: string;
}

export interface Memory {
  rssBytes: number;
  heapUsedBytes: number;
}

/** Until the measurement lets go of this process; then `stop` runs and the process ends. */
export function serveCalls(calls: Calls, stop: () => Promise<void> = async () => {}): void {
  const served: Calls = { ...calls, cpuMs, memory };
  process.on('message', (question: Question) => void answer(served, question));
  process.on('disconnect', () => {
    void stop().finally(() => process.exit(0));
  });
}

async function answer(served: Calls, { id, name, argument }: Question): Promise<void> {
  let answer: Answer;
  try {
    const call = served[name];
    if (call === undefined) throw new Error(`There is no call ${name}`);
    answer = { id, value: await call(argument as never) };
  } catch (error) {
    answer = { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  if (process.connected) process.send?.(answer);
}

/** User and system time together since the start, in milliseconds. */
async function cpuMs(): Promise<number> {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

async function memory(): Promise<Memory> {
  for (let round = 0; round < 5; round += 1) {
    globalThis.gc?.();
    await sleep(100);
  }
  const { rss, heapUsed } = process.memoryUsage();
  return { rssBytes: rss, heapUsedBytes: heapUsed };
}
