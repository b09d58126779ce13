import { startTestService } from './testing/test-service.js';
import type { TestOrder, TestService } from './testing/test-service.js';

// `@svc/agent/testing` forks this. Orders and answers are messages; a message `moved` comes unasked, each time
// that the clock has been moved. What the service logs goes to the standard output.

let service: Promise<TestService> | undefined;
let ending: Promise<void> | undefined;

// A Ctrl-C in a terminal reaches this process too. Its owner says when to end.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
process.on('message', (order) => void take(order as TestOrder & { id: number }));
// The owner has ended, however it ended.
process.on('disconnect', () => void end());

async function take({ id, ...order }: TestOrder & { id: number }): Promise<void> {
  try {
    const result = await done(order);
    answer({ id, result }, () => {
      if (order.order === 'stop') process.exit(0);
    });
  } catch (error) {
    answer({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

function answer(message: object, onSent: () => void = () => {}): void {
  // Where the reader is gone, the end is near.
  if (process.connected) process.send?.(message, onSent);
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
