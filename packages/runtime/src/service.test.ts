import { createLogger } from './logger.js';
import { serviceGroup } from './service.js';
import type { Service } from './service.js';

const logger = createLogger({ service: 'test', level: 'silent' });

function recorder() {
  const log: string[] = [];
  const service = (name: string, failing: 'start' | 'stop' | 'none' = 'none'): Service => ({
    name,
    async start() {
      log.push(`start ${name}`);
      if (failing === 'start') throw new Error(`${name} cannot start`);
    },
    async stop() {
      log.push(`stop ${name}`);
      if (failing === 'stop') throw new Error(`${name} cannot stop`);
    },
  });
  return { log, service };
}

describe('serviceGroup', () => {
  it('starts in order and stops in reverse order, once, however often it is told to', async () => {
    const { log, service } = recorder();
    const group = serviceGroup('all', [service('a'), service('b')], logger);
    await Promise.all([group.start(), group.start()]);
    await Promise.all([group.stop(), group.stop()]);
    await group.stop();
    expect(log).toEqual(['start a', 'start b', 'stop b', 'stop a']);
  });

  it('may be stopped before it was started', async () => {
    const { log, service } = recorder();
    const group = serviceGroup('all', [service('a')], logger);
    await group.stop();
    expect(log).toEqual([]);
    await expect(group.start()).rejects.toThrow('was stopped');
  });

  it('stops what it had started when a later service fails to start', async () => {
    const { log, service } = recorder();
    const group = serviceGroup('all', [service('a'), service('b', 'start'), service('c')], logger);
    await expect(group.start()).rejects.toThrow('b cannot start');
    expect(log).toEqual(['start a', 'start b', 'stop b', 'stop a']);
  });

  it('stops the others when one fails to stop', async () => {
    const { log, service } = recorder();
    const group = serviceGroup('all', [service('a'), service('b', 'stop')], logger);
    await group.start();
    await group.stop();
    expect(log).toEqual(['start a', 'start b', 'stop b', 'stop a']);
  });

  it('told to stop while it starts, starts no further service', async () => {
    const { log, service } = recorder();
    let release = (): void => undefined;
    const slow: Service = {
      name: 'slow',
      start: () => new Promise((resolve) => (release = resolve)),
      stop: async () => void log.push('stop slow'),
    };
    const group = serviceGroup('all', [slow, service('b')], logger);
    const started = group.start();
    const stopped = group.stop();
    release();
    await Promise.all([started, stopped]);
    expect(log).toEqual(['stop slow']);
  });
});
