import { EnvironmentError, readEnvironment } from '@svc/runtime';
import { readSchedulerConfig } from './env.js';

const read = (env: Record<string, string>) => readEnvironment(env, readSchedulerConfig).retention;

describe('RETENTION_*', () => {
  it.each(['-1', '36501', 'never'])('stops the start with %j', (days) => {
    const start = () => read({ RETENTION_EVENTS_DAYS: days, RETENTION_MEDIA_DAYS: days });
    expect(start).toThrow(EnvironmentError);
    expect(start).toThrow(/RETENTION_EVENTS_DAYS must be .*\n.*RETENTION_MEDIA_DAYS must be /);
  });
});
