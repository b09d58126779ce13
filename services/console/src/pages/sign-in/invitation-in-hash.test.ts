import { expect, it } from '@jest/globals';
import { invitationIn } from './next-path.ts';

it('an invitation is 64 hex characters behind its name', () => {
  const token = 'ab'.repeat(32);
  for (const hash of [`#invitation=${token}`, `invitation=${token}`]) expect(invitationIn(hash)).toBe(token);
  for (const hash of ['', '#', `#${token}`, `#invitation=${token}0`, `#invitation=${token.toUpperCase()}`])
    expect(invitationIn(hash)).toBeUndefined();
});
