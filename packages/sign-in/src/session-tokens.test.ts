import { SessionTokens } from './user-sessions.js';

const COOKIE = 'session';

it('a token that a former key has signed is ours, and the first key signs', () => {
  const [during, after] = [new SessionTokens('new', 'old'), new SessionTokens('new')];
  const old = new SessionTokens('old').cookieFor('token', COOKIE);
  const young = during.cookieFor('token', COOKIE);
  const isOurs = (tokens: SessionTokens, cookie: string) =>
    tokens.shown({ kind: 'cookie', cookie }, COOKIE)?.isSigned ?? false;
  expect([isOurs(during, old), isOurs(during, young)]).toEqual([true, true]);
  expect([isOurs(after, old), isOurs(after, young)]).toEqual([false, true]);
  expect(isOurs(new SessionTokens('another', 'third'), old)).toBe(false);
});
