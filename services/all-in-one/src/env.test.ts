import { describe, expect, it } from '@jest/globals';
import { EnvironmentError } from '@svc/runtime';
import { readAllInOneConfig } from './env.js';

const DATABASE_URL = 'postgresql://db.example/agents';
const AMQP_URL = 'amqp://mq.example';

describe('DEMO', () => {
  it('is on in the embedded default', () => {
    expect(readAllInOneConfig({}).demo).toBe(true);
  });

  it('can be turned off', () => {
    expect(readAllInOneConfig({ DEMO: 'off' }).demo).toBe(false);
  });

  it.each([{ DATABASE_URL }, { AMQP_URL }, { DATABASE_URL, AMQP_URL }])('is off with %j', (env) => {
    expect(readAllInOneConfig(env).demo).toBe(false);
  });

  it.each([{ DATABASE_URL }, { AMQP_URL }])('turned on with %j stops the start, with the reason', (env) => {
    const read = () => readAllInOneConfig({ ...env, DEMO: 'on' });
    expect(read).toThrow(EnvironmentError);
    expect(read).toThrow('DEMO can be on only where neither DATABASE_URL nor AMQP_URL is set');
  });
});
