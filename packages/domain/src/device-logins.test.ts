import { describe, expect, it } from '@jest/globals';
import { deviceLoginIdOf, newDeviceLogin, userCodeIn } from './keys.js';

describe('the codes of a login', () => {
  it('are others each time, and only the device code names the login', () => {
    const [one, other] = [newDeviceLogin(), newDeviceLogin()];
    expect(deviceLoginIdOf(one.deviceCode)).toBe(one.loginId);
    expect(deviceLoginIdOf(one.userCode)).toBeNull();
    expect(deviceLoginIdOf(one.deviceCode.toUpperCase())).toBeNull();
    expect(one.userCode).toMatch(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
    expect([one.deviceCode, one.userCode]).not.toEqual([other.deviceCode, other.userCode]);
  });

  it('are understood as people type them', () => {
    const { userCode } = newDeviceLogin();
    for (const typed of [
      userCode.toLowerCase(),
      ` ${userCode.replace('-', ' ')} `,
      userCode.replace('-', ''),
    ])
      expect(userCodeIn(typed)).toBe(userCode);
    for (const typed of ['', 'BCDF-GHJ', 'BCDF-GHJKL', 'AAAA-AAAA', `${userCode}0`])
      expect(userCodeIn(typed)).toBeNull();
  });
});
