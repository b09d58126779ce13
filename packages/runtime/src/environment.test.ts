import { inspect } from 'node:util';
import { readEnvironment, Secret } from './environment.js';
import type { EnvironmentReader } from './environment.js';
import { problemsOf } from './environment.suite.js';

describe('readEnvironment', () => {
  it('reads every kind of value', () => {
    const env = {
      PORT: '8080',
      HOST: ' 127.0.0.1 ',
      DEMO: 'on',
      LOG_FORMAT: 'pretty',
      DELAYS: '30000, 60000,120000',
      NETWORKS: '10.0.0.0/8, ::1',
      BASE: 'https://example.com/',
      KEY: 'abc',
      DATABASE_URL: 'postgresql://user:pass@localhost/db',
    };
    const config = readEnvironment(env, (from) => ({
      port: from.integer('PORT', { min: 0, max: 65_535 }),
      host: from.string('HOST'),
      demo: from.onOff('DEMO'),
      format: from.oneOf('LOG_FORMAT', ['pretty', 'json']),
      delays: from.integers('DELAYS', { min: 1 }),
      networks: from.networks('NETWORKS'),
      base: from.url('BASE'),
      origin: from.origin('BASE'),
      key: from.secret('KEY').reveal(),
      database: from.secretUrl('DATABASE_URL', { protocols: ['postgresql:'] }).reveal(),
    }));
    expect(config).toEqual({
      port: 8080,
      host: '127.0.0.1',
      demo: true,
      format: 'pretty',
      delays: [30_000, 60_000, 120_000],
      networks: ['10.0.0.0/8', '::1/128'],
      base: 'https://example.com',
      origin: 'https://example.com',
      key: 'abc',
      database: 'postgresql://user:pass@localhost/db',
    });
  });

  it('takes the default for a value that is not set or empty, and null makes it optional', () => {
    const config = readEnvironment({ HOST: '' }, (from) => ({
      host: from.string('HOST', { default: 'localhost' }),
      slot: from.string('SLOT', { default: null }),
      demo: from.onOff('DEMO', { default: false }),
      networks: from.networks('NETWORKS', { default: [] }),
    }));
    expect(config).toEqual({ host: 'localhost', slot: null, demo: false, networks: [] });
  });

  it('names all problems at once', () => {
    const problems = problemsOf({ PORT: '70000', DEMO: 'perhaps' }, (from) => [
      from.integer('PORT', { min: 0, max: 65_535 }),
      from.onOff('DEMO'),
      from.string('DATABASE_URL'),
    ]);
    expect(problems).toEqual([
      'PORT must be a whole number from 0 to 65535',
      'DEMO must be on or off',
      'DATABASE_URL is required',
    ]);
  });

  it.each<[string, (from: EnvironmentReader) => unknown, string[]]>([
    ['a whole number', (from) => from.integer('N'), ['1.5', '0x10', '', '1e3', '99999999999999999']],
    [
      'networks',
      (from) => from.networks('N'),
      ['10.0.0.0/33', '::1/129', 'localhost', '10.0.0.0/8/8', '::1,'],
    ],
    ['an http URL', (from) => from.url('N'), ['example.com', 'ftp://example.com', '/path']],
  ])('refuses as %s what is none', (_kind, build, texts) => {
    for (const text of texts) expect(problemsOf({ N: text }, build)).toHaveLength(1);
  });

  const noOrigins = ['example.com/agents', 'example.com/?a', 'example.com#a', 'u@example.com'];
  it.each(noOrigins)('refuses https://%s as an origin, and says why once', (text) => {
    expect(problemsOf({ N: `https://${text}` }, (from) => [from.origin('N'), from.origin('N')])).toEqual([
      'N must be an address without path, query or fragment, such as https://agents.example.com',
    ]);
  });

  it('never repeats a value in a problem, since it may be a secret', () => {
    const pattern = /^[0-9a-f]{64}$/;
    const problems = problemsOf({ KEY: 'hunter2' }, (from) => from.secret('KEY', { pattern }));
    expect(problems).toHaveLength(1);
    expect(problems[0]).not.toContain('hunter2');
  });
});

describe('Secret', () => {
  it('does not print', () => {
    const secret = new Secret('hunter2');
    expect(`${String(secret)} ${JSON.stringify({ secret })} ${inspect({ secret })}`).not.toContain('hunter2');
    expect(secret.reveal()).toBe('hunter2');
  });
});
