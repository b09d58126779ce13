import { describe, expect, it } from '@jest/globals';
import { PASSWORD, useGateway } from './gateway.suite.js';

const bench = useGateway({ signUp: 'closed' });

describe('a closed sign-up', () => {
  it('makes no account', async () => {
    const answer = await bench.call('POST', '/api/auth/sign-up/email', {
      body: { name: 'Ursula', email: 'ursula@example.org', password: PASSWORD },
    });
    expect(answer).toMatchObject({ status: 403, body: { detail: 'Sign-up is closed' } });
    expect(await bench.store.prisma.user.count()).toBe(0);
  });
});
