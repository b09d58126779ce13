import { addressBuckets } from '@svc/runtime';
import type { JointLimits } from '@svc/runtime';
import type { TryBackoff } from '@svc/store';
import type { GatewayConfig } from './env.js';

/** `passwords` bounds wrong ones of one account, over all processes. Default: see `password-backoff.ts`. */
export type RateLimitConfig = GatewayConfig['rateLimits'] & { passwords?: TryBackoff };

/** Counted by both: an agent with an old secret must not lock out others behind its address. */
interface CredentialAttempt {
  address: string;
  /** An agent's id, or the token or cookie itself. */
  name: string;
  /** Made up, such as an unsigned token: counts for the address alone as well. Default false. */
  isGuess?: boolean;
}

/** Every method rejects with ServiceError `rate_limited`, which says when to try again. */
export function createRateLimits(config: RateLimitConfig, shared: Pick<JointLimits, 'limit' | 'salt'>) {
  // Agents and users count after authentication, so there are as many keys as callers.
  const agents = shared.limit('agent calls', config.agentPerMinute);
  const users = shared.limit('user calls', config.userPerMinute);
  const agentBytes = shared.limit('agent bytes', config.agentBytesPerMinute);
  const userBytes = shared.limit('user bytes', config.userBytesPerMinute);
  // A caller can use very many addresses, so these have a bounded number of keys.
  const signIns = shared.limit('sign-ins', config.authPerMinute);
  const lateSignIns = shared.limit('late sign-ins', 10 * config.authPerMinute);
  const failures = shared.limit('failed credentials', config.failedCredentialsPerMinute);
  const guesses = shared.limit('guesses', config.failedCredentialsPerMinute);
  const bucketOf = addressBuckets(shared);

  return {
    countAgentCall: (agentId: string) => agents.consume(agentId),
    countUserCall: (userId: string) => users.consume(userId),
    countAgentBytes: (agentId: string, bytes: number) => agentBytes.consume(agentId, bytes),
    countUserBytes: (userId: string, bytes: number) => userBytes.consume(userId, bytes),
    countSignIn: (address: string) => signIns.consume(bucketOf(address)),
    /** Beyond `countSignIn`, where the account knows the address. Refuses beyond ten times the limit. */
    countLateSignIn: (address: string) => lateSignIns.consume(bucketOf(address)),
    /** Before a caller may try what can be guessed. Counts nothing. */
    assertMayTryCredentials: ({ address, name }: Pick<CredentialAttempt, 'address' | 'name'>) =>
      failures.assertMayCall(bucketOf(address, name)),
    /** Of credentials that have proven nothing. */
    async countFailedCredentials({ address, name, isGuess }: CredentialAttempt) {
      await failures.consume(bucketOf(address, name));
      if (isGuess === true) await guesses.consume(bucketOf(address));
    },
  };
}

export type RateLimits = ReturnType<typeof createRateLimits>;
