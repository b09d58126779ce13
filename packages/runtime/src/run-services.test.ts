import { EventEmitter } from 'node:events';
import { recordedLog } from './recorded-log.suite.js';
import { runServices } from './run-services.js';
import type { Service } from './service.js';

class FakeProcess extends EventEmitter {
  readonly codes: number[] = [];
  #exited: ((code: number) => void) | undefined;
  readonly exited = new Promise<number>((resolve) => (this.#exited = resolve));

  exit(code: number): void {
    this.codes.push(code);
    this.#exited?.(code);
  }
}

const quiet: Service = { name: 'quiet', start: async () => undefined, stop: async () => undefined };
const endless: Service = { ...quiet, stop: () => new Promise(() => undefined) };
const { logger } = recordedLog();

describe('runServices', () => {
  it.each(['SIGINT', 'SIGTERM'])('drains and exits with 0 on %s', async (signal) => {
    const host = new FakeProcess();
    let stopped = false;
    const service: Service = { ...quiet, stop: async () => void (stopped = true) };
    await runServices([service], { logger, process: host });
    host.emit(signal, signal);
    expect(await host.exited).toBe(0);
    expect(stopped).toBe(true);
  });

  it('exits at once on a second signal, but takes one that comes right away for the same', async () => {
    const host = new FakeProcess();
    let nowMs = 0;
    const clock = { nowMs: () => nowMs };
    await runServices([endless], { logger, process: host, drainTimeoutMs: 1_000, clock });
    host.emit('SIGINT', 'SIGINT');
    host.emit('SIGINT', 'SIGINT');
    expect(host.codes).toEqual([]);
    nowMs = 1_500;
    host.emit('SIGINT', 'SIGINT');
    expect(host.codes).toEqual([1]);
  });

  it('exits with 1 when draining outlasts its time', async () => {
    const host = new FakeProcess();
    await runServices([endless], { logger, process: host, drainTimeoutMs: 5 });
    host.emit('SIGTERM', 'SIGTERM');
    expect(await host.exited).toBe(1);
  });

  it.each(['unhandledRejection', 'uncaughtException'])('logs an %s and exits with 1', async (event) => {
    const host = new FakeProcess();
    const log = recordedLog();
    await runServices([quiet], { logger: log.logger, process: host });
    host.emit(event, new Error('lost in thought'));
    expect(host.codes).toEqual([1]);
    expect(log.lines.join('')).toContain('lost in thought');
  });

  it('logs a failed start and exits with 1', async () => {
    const host = new FakeProcess();
    const log = recordedLog();
    const broken: Service = { ...quiet, start: () => Promise.reject(new Error('no database')) };
    await runServices([broken], { logger: log.logger, process: host });
    expect(host.codes).toEqual([1]);
    expect(log.lines.join('')).toContain('no database');
  });

  it('gives a function that drains without exiting and lets go of the process', async () => {
    const host = new FakeProcess();
    const drain = await runServices([quiet], { logger, process: host });
    await drain();
    expect(host.codes).toEqual([]);
    expect(host.eventNames()).toEqual([]);
  });
});
