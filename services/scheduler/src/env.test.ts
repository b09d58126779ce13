import { describe, expect, it } from '@jest/globals';
import { EnvironmentError, readEnvironment } from '@svc/runtime';
import { readSchedulerConfig } from './env.js';

const read = (env: Record<string, string>) => readEnvironment(env, readSchedulerConfig).retention;

describe('RETENTION_*', () => {
  it('keeps everything for ever by itself, except the audit log', () => {
    expect(read({})).toEqual({
      ...{ events: 0, attempts: 0, runs: 0, messages: 0, media: 0 },
      ...{ audit: 365, auditAddresses: 90 },
    });
  });

  it('is read in days, each for itself', () => {
    const env = {
      RETENTION_EVENTS_DAYS: '1',
      RETENTION_ATTEMPTS_DAYS: '2',
      RETENTION_RUNS_DAYS: '3',
      RETENTION_MESSAGES_DAYS: '4',
      RETENTION_MEDIA_DAYS: '36500',
      RETENTION_AUDIT_DAYS: '6',
      RETENTION_AUDIT_ADDRESSES_DAYS: '0',
    };
    expect(read(env)).toEqual({
      ...{ events: 1, attempts: 2, runs: 3, messages: 4, media: 36_500 },
      ...{ audit: 6, auditAddresses: 0 },
    });
  });

  it.each(['-1', '1.5', '30d', '36501', 'never'])('stops the start with %j', (days) => {
    const start = () => read({ RETENTION_EVENTS_DAYS: days, RETENTION_MEDIA_DAYS: days });
    expect(start).toThrow(EnvironmentError);
    expect(start).toThrow(/RETENTION_EVENTS_DAYS must be .*\n.*RETENTION_MEDIA_DAYS must be /);
  });
});
