import {
  apiKeyIdOf,
  deviceLoginIdOf,
  keyIdOf,
  newAgentKey,
  newApiKey,
  newDeviceLogin,
  userCodeIn,
} from './keys.js';
import { newAgentSecret } from './ids.js';

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
