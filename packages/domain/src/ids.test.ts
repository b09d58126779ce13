import { describe, expect, it } from '@jest/globals';
import {
  AGENT_SECRET_PATTERN,
  ID_PREFIX,
  newAgentSecret,
  newId,
  newTriggerId,
  TRIGGER_ID_PATTERN,
} from './ids.js';

describe('an identifier', () => {
  it('has the prefix that the specification gives to its noun', () => {
    expect(ID_PREFIX).toMatchObject({
      agent: 'agt_',
      task: 'tsk_',
      run: 'run_',
      event: 'evt_',
      delivery: 'dlv_',
      message: 'msg_',
      conversation: 'conv_',
      session: 'sess_',
    });
  });

  it('begins with the time, so that later ones sort behind earlier ones', () => {
    expect(newId('event', 0x018bcfe56800)).toMatch(/^evt_018bcfe56800/);
    const times = [1, 1_700_000_000_000, 1_700_000_000_001, 2 ** 48 - 1];
    const ids = times.map((time) => newId('message', time));
    expect(ids.toSorted()).toEqual(ids);
  });

  it('keeps its length when the time no longer fits', () => {
    expect(newId('event', 2 ** 48)).toHaveLength(newId('event', 0).length);
  });

  it('differs from others of the same millisecond, and sorts in the order of their making', () => {
    const ids = Array.from({ length: 1_000 }, () => newId('event', 0));
    expect(new Set(ids).size).toBe(1_000);
    expect(ids.toSorted()).toEqual(ids);
  });
});

describe('credentials', () => {
  it('of an agent are svc_ and 40 hex characters, never the same', () => {
    expect(newAgentSecret()).toMatch(AGENT_SECRET_PATTERN);
    expect(newAgentSecret()).not.toBe(newAgentSecret());
    expect('svc_' + 'A'.repeat(40)).not.toMatch(AGENT_SECRET_PATTERN);
  });

  it('of a trigger are 64 hex characters, never the same', () => {
    expect(newTriggerId()).toMatch(TRIGGER_ID_PATTERN);
    expect(newTriggerId()).not.toBe(newTriggerId());
  });
});
