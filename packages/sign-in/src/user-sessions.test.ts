import { jest } from '@jest/globals';
import { createUserSessions, sessionProofOf } from './user-sessions.js';
import type { SessionProof, UserSession } from './user-sessions.js';

function setUp() {
  const clock = { now: 1_000_000, nowMs: () => clock.now };
  const lookUp = jest.fn(async (proof: SessionProof): Promise<UserSession | null> => {
    const token = proof.kind === 'bearer' ? proof.token : proof.cookie;
    if (token === 'wrong') return null;
    const expiresAtMs = clock.now + (token === 'ending' ? 10 : 1e9);
    return { sessionId: token, user: { userId: token, name: token }, expiresAtMs };
  });
  const elapsed = { now: 0, nowMs: () => elapsed.now };
  const sessions = createUserSessions({ lookUp, clock, elapsed });
  const find = (token: string) => sessions.find({ kind: 'bearer', token });
  return { clock, elapsed, lookUp, sessions, find };
}

describe('a session', () => {
  it('is looked up once in five seconds', async () => {
    const { find, lookUp, elapsed } = setUp();
    await find('a');
    elapsed.now += 4_999;
    expect(await find('a')).toMatchObject({ user: { userId: 'a' } });
    expect(lookUp).toHaveBeenCalledTimes(1);
    elapsed.now += 1;
    await find('a');
    expect(lookUp).toHaveBeenCalledTimes(2);
  });

  it('is not remembered for longer because the clock was set back', async () => {
    const { find, lookUp, clock, elapsed } = setUp();
    await find('a');
    clock.now -= 3_600_000;
    elapsed.now += 5_000;
    await find('a');
    expect(lookUp).toHaveBeenCalledTimes(2);
  });

  it('is not remembered beyond its own end', async () => {
    const { find, lookUp, clock } = setUp();
    await find('ending');
    clock.now += 10;
    await find('ending');
    expect(lookUp).toHaveBeenCalledTimes(2);
  });

  it('is not remembered where there is none', async () => {
    const { find, lookUp } = setUp();
    expect(await find('wrong')).toBeNull();
    expect(await find('wrong')).toBeNull();
    expect(lookUp).toHaveBeenCalledTimes(2);
  });

  it('is forgotten at once when told, even while it is being looked up', async () => {
    const { find, lookUp, sessions } = setUp();
    const lookingUp = find('a');
    sessions.forget();
    await lookingUp;
    await find('a');
    expect(lookUp).toHaveBeenCalledTimes(2);
    sessions.forget();
    await find('a');
    expect(lookUp).toHaveBeenCalledTimes(3);
  });

  it('tells a token from a cookie of the same text', async () => {
    const { find, lookUp, sessions } = setUp();
    await find('a');
    await sessions.find({ kind: 'cookie', cookie: 'a' });
    expect(lookUp).toHaveBeenCalledTimes(2);
  });
});

describe('what a request shows', () => {
  it('is its token before its cookie', () => {
    const token = { kind: 'bearer', token: 'abc' };
    expect(sessionProofOf({ authorization: 'Bearer abc', cookie: 'x' })).toEqual(token);
    expect(sessionProofOf({ cookie: 'x' })).toEqual({ kind: 'cookie', cookie: 'x' });
    expect(sessionProofOf({ authorization: 'Basic abc', cookie: 'x' })).toBeNull();
    expect(sessionProofOf({ authorization: 'Bearer ' })).toBeNull();
    expect(sessionProofOf({})).toBeNull();
  });
});
