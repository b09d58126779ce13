import { invitationIn, nextPath } from './next-path.ts';

describe('where one goes after signing in', () => {
  it('is a path of this page, and nowhere else', () => {
    expect(nextPath('/agents/agt_1?conversation=conv_1')).toBe('/agents/agt_1?conversation=conv_1');
    const foreign = ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:1'];
    for (const bad of [...foreign, '', 7, undefined]) expect(nextPath(bad)).toBeUndefined();
  });
});

it('an invitation is 64 hex characters behind its name', () => {
  const token = 'ab'.repeat(32);
  for (const hash of [`#invitation=${token}`, `invitation=${token}`]) expect(invitationIn(hash)).toBe(token);
  for (const hash of ['', '#', `#${token}`, `#invitation=${token}0`, `#invitation=${token.toUpperCase()}`])
    expect(invitationIn(hash)).toBeUndefined();
});
