import { EnvironmentError } from '@svc/runtime';
import { readAllInOneConfig } from './env.js';

const DATABASE_URL = 'postgresql://db.example/agents';
const AMQP_URL = 'amqp://mq.example';

describe('DEMO', () => {
  it('is on in the embedded default alone, and can be turned off', () => {
    const given = [{}, { DEMO: 'off' }, { DATABASE_URL }, { AMQP_URL }, { DATABASE_URL, AMQP_URL }];
    expect(given.map((env) => readAllInOneConfig(env).demo)).toEqual([true, false, false, false, false]);
  });

  it.each([{ DATABASE_URL }, { AMQP_URL }])('turned on with %j stops the start, with the reason', (env) => {
    const read = () => readAllInOneConfig({ ...env, DEMO: 'on' });
    expect(read).toThrow(EnvironmentError);
    expect(read).toThrow('DEMO can be on only where neither DATABASE_URL nor AMQP_URL is set');
  });
});

describe('webhooks', () => {
  const networksOf = (env: Record<string, string>) => {
    const { gateway, dispatcher } = readAllInOneConfig(env);
    expect(dispatcher.allowedNetworks).toEqual(gateway.webhookAllowedNetworks);
    return gateway.webhookAllowedNetworks;
  };

  it('may go to the machine itself where nobody else reaches the product', () => {
    expect(networksOf({})).toEqual(['127.0.0.0/8', '::1/128']);
    expect(networksOf({ HOST: '::1', PORT: '9000' })).toEqual(['127.0.0.0/8', '::1/128']);
  });

  it.each([{ HOST: '0.0.0.0' }, { HOST: '::' }, { PUBLIC_BASE_URL: 'https://agents.example' }])(
    'may not where others reach it: %j',
    (env) => expect(networksOf(env)).toEqual([]),
  );

  it('are named once among the problems, although two services read them', () => {
    const wrong = { WEBHOOK_ALLOWED_NETWORKS: 'x', DEMO: 'on', AMQP_URL };
    const read = () => readAllInOneConfig(wrong);
    expect(read).toThrow(/^The configuration has 2 problems:\n {2}- WEBHOOK_ALLOWED.*\n {2}- DEMO can be on/);
  });

  it('may where the operator says so', () => {
    expect(networksOf({ HOST: '0.0.0.0', WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8' })).toEqual(['10.0.0.0/8']);
  });
});

it('a PUBLIC_BASE_URL that is no address is named among the problems', () => {
  const read = () => readAllInOneConfig({ PUBLIC_BASE_URL: 'nonsense', PORT: 'x' });
  expect(read).toThrow(EnvironmentError);
  expect(read).toThrow('PUBLIC_BASE_URL');
});
