import { describe, expect, it } from '@jest/globals';
import {
  apiKeyIdOf,
  checkKey,
  deviceLoginIdOf,
  keyIdOf,
  newAgentKey,
  newApiKey,
  newDeviceLogin,
  userCodeIn,
} from './keys.js';
import { newAgentSecret } from './ids.js';
import { secretHash } from './secret-box.js';

const agentId = 'agt_1';

describe('a key of an agent', () => {
  it.each([
    newAgentSecret(),
    newApiKey().text,
    '',
    'svc_key_',
    `${newAgentKey().text}0`,
    newAgentKey().text.toUpperCase(),
    `svc_key_${'0'.repeat(32)}_${'g'.repeat(40)}`,
  ])('%s is none', (text) => {
    expect(keyIdOf(text)).toBeNull();
  });

  it('says that it has ended only to who has the whole of it', () => {
    const { keyId, text } = newAgentKey();
    const guess = `svc_${keyId}_${'0'.repeat(40)}`;
    for (const state of ['expired', 'revoked'] as const) {
      const stored = { agentId, keyHash: secretHash(text), state };
      expect(checkKey({ text, agentId }, stored)).toBe(state);
      expect(checkKey({ text: guess, agentId }, stored)).toBe('wrong');
      expect(checkKey({ text, agentId: 'agt_2' }, stored)).toBe('wrong');
    }
  });
});

it('no other text than an API key is one', () => {
  const { text } = newApiKey();
  const others = ['', text.slice(1), `${text}0`, text.toUpperCase(), text.replace('pat', 'key')];
  for (const each of others) expect(apiKeyIdOf(each)).toBeNull();
});

describe('the codes of a login', () => {
  it('are without vowels for people, and only the device code names the login', () => {
    const { deviceCode, userCode } = newDeviceLogin();
    expect(deviceLoginIdOf(deviceCode.toUpperCase())).toBeNull();
    expect(userCode).toMatch(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
  });

  it('are understood as people type them', () => {
    const { userCode } = newDeviceLogin();
    for (const typed of [` ${userCode.replace('-', ' ')} `, userCode.replace('-', '')])
      expect(userCodeIn(typed)).toBe(userCode);
    for (const typed of ['', 'BCDF-GHJ', 'BCDF-GHJKL', 'AAAA-AAAA', `${userCode}0`])
      expect(userCodeIn(typed)).toBeNull();
  });
});
