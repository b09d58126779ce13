import { expect, it } from '@jest/globals';
import { readEnvironment } from '@svc/runtime';
import { readGatewayConfig } from './env.js';

const read = (env: Record<string, string>) => readEnvironment(env, (reader) => readGatewayConfig(reader));

it('has the limits of the decision "Rate limits" by default', () => {
  expect(read({}).rateLimits).toEqual({
    agentPerMinute: 1_200,
    userPerMinute: 600,
    agentBytesPerMinute: 256 * 1024 * 1024,
    userBytesPerMinute: 512 * 1024 * 1024,
    authPerMinute: 30,
    failedCredentialsPerMinute: 60,
  });
});
