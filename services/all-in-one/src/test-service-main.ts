import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { startTestService } from './testing/test-service.js';
import type { TestOrder, TestService } from './testing/test-service.js';

// `@svc/agent/testing` starts this. Orders come as lines on the standard input, and answers go as lines to the third file that this process was given: whatever can
// start a process can test an agent with it. A line `moved` comes without being asked for, each time that the clock has been moved. What the service logs goes to the standard output.

/** Behind standard input, output and error. */
const ANSWERS_FD = 3;

const answers = createWriteStream('', { fd: ANSWERS_FD });
// Nobody listens any more.
answers.on('error', () => {});
let service: Promise<TestService> | undefined;
let ending: Promise<void> | undefined;

// A Ctrl-C in a terminal reaches this process too. Its owner says when to end.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => void take(line));
// The owner has ended, however it ended.
lines.on('close', () => void end());

async function take(line: string): Promise<void> {
  let id: number | null = null;
  try {
    const order = JSON.parse(line) as TestOrder & { id: number };
    ({ id } = order);
    const result = await done(order);
    answer({ id, result }, () => {
      if (order.order === 'stop') process.exit(0);
    });
  } catch (error) {
    answer({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

function answer(line: object, onWritten: () => void = () => {}): void {
  answers.write(`${JSON.stringify(line)}\n`, onWritten);
}

async function done(order: TestOrder): Promise<unknown> {
  if (order.order === 'start') {
    if (service !== undefined) throw new Error('It was started before');
    service = startTestService(order, (aheadMs) => answer({ moved: { ahead_ms: aheadMs } }));
    const { url, aheadMs } = await service;
    return { url, ahead_ms: aheadMs };
  }
  // If it did not start, it has removed what it made.
  if (order.order === 'stop') return (await service?.catch(() => undefined))?.stop();
  if (service === undefined) throw new Error('It is not started');
  return (await service).advance(order.duration_ms);
}

function end(): Promise<void> {
  ending ??= Promise.resolve(service)
    .then((started) => started?.stop())
    .catch((error: unknown) => void process.stderr.write(`${String(error)}\n`))
    .then(() => process.exit(0));
  return ending;
}
