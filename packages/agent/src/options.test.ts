import { secondsOf } from './options.js';
import { readSettings } from './options.js';
import { finalErrorOf } from './socket/connection.js';
import { backoffMs } from './waiting.js';

describe('the settings of an agent', () => {
  it('say what is missing and where it comes from', () => {
    expect(() => readSettings({ secret: 'svc_1' })).toThrow('AGENT_ID');
    expect(() => readSettings({ agentId: 'agt_1', secret: '' })).toThrow('AGENT_SECRET');
    const given = { agentId: 'agt_1', secret: 's' };
    for (const secret of ['svc\nbad', 'sch€', 'sché']) {
      const wrong = { code: 'configuration', message: expect.not.stringContaining(secret) };
      expect(() => readSettings({ ...given, secret })).toThrow(expect.objectContaining(wrong));
    }
    expect(() => readSettings({ ...given, url: 'localhost:8080' })).toThrow('http or https');
    expect(() => readSettings({ ...given, lease: 4 })).toThrow('lease');
    expect(() => readSettings({ ...given, concurrency: 0 })).toThrow('concurrency');
  });
});

it('white space around an id or a secret is no part of it', () => {
  const settings = readSettings({ agentId: 'agt_1\r', secret: ' svc_1\r\n' });
  expect(settings).toMatchObject({ agentId: 'agt_1', secret: 'svc_1' });
});

describe('a duration', () => {
  it.each([
    [90, 90],
    ['45s', 45],
    ['1.5m', 90],
    ['1h', 3_600],
    ['7d', 604_800],
  ] as const)('of %s has %d seconds', (duration, seconds) => {
    expect(secondsOf(duration, 'it')).toBe(seconds);
  });

  it.each(['1w', '', 0, -1, NaN, 'h'])('of %s is refused with what there is', (duration) => {
    expect(() => secondsOf(duration as never, 'lease')).toThrow('lease is a number of seconds');
  });
});

describe('waits between tries', () => {
  it('double up to a bound, and differ by up to a half', () => {
    const limits = { firstMs: 500, mostMs: 30_000 };
    const waits = [1, 2, 3, 7, 1_000].map((failures) => backoffMs(failures, limits, 1));
    expect(waits).toEqual([500, 1_000, 2_000, 30_000, 30_000]);
    expect(backoffMs(3, limits, 0)).toBe(1_000);
  });
});

describe('a close code', () => {
  it('is final if only a person can help, and says what to do', () => {
    expect(finalErrorOf(4003, { openMs: 10 })).toMatchObject({ code: 'invalid_secret' });
    expect(finalErrorOf(4010, { openMs: 10 })?.message).toContain('AGENT_SECRET');
    for (const code of [1000, 1001, 1006, 1008, 1011, 1012, 4008, 4009])
      expect(finalErrorOf(code, { openMs: 10 })).toBeNull();
  });

  it('4001 is not final if the network was so slow that the first frame did not come', () => {
    expect(finalErrorOf(4001, { openMs: 10 })).toMatchObject({ code: 'not_authenticated' });
    expect(finalErrorOf(4001, { openMs: 10_000 })).toBeNull();
  });
});
