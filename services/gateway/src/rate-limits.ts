import { addressBuckets, RateLimit } from '@svc/runtime';

/** Calls per minute; counted by each process for itself. */
export interface RateLimitConfig {
  /** Of one agent on the agent API. Default 1,200. */
  agentPerMinute: number;
  /** Of one user on the client API. Default 600. */
  userPerMinute: number;
  /** Sign-ups and sign-ins from one address. Default 30. */
  authPerMinute: number;
  /** Calls with wrong credentials from one address for one name; further calls are refused unseen. Default 60. */
  failedCredentialsPerMinute: number;
}

/** Every method rejects with ServiceError `rate_limited`, which says when to come again. */
export interface RateLimits {
  countAgentCall(agentId: string): Promise<void>;
  countUserCall(userId: string): Promise<void>;
  countSignIn(address: string): Promise<void>;
  /** Refuses an address that has shown too many wrong credentials for a name. */
  assertMayTryCredentials(attempt: CredentialAttempt): Promise<void>;
  countFailedCredentials(attempt: CredentialAttempt): Promise<void>;
}

/**
 * Counted by address and name together: one agent with an old secret must not lock out the others behind the same address.
 */
export interface CredentialAttempt {
  address: string;
  /** Whose credentials these claim to be: an agent's id, or the token or cookie itself. */
  name: string;
}

export function createRateLimits(config: RateLimitConfig): RateLimits {
  // Agents and users are counted only once they are known, so these have as many keys as there are callers.
  const agents = new RateLimit(config.agentPerMinute);
  const users = new RateLimit(config.userPerMinute);
  // Addresses are anyone's choice, so these have a bounded number of keys.
  const signIns = new RateLimit(config.authPerMinute);
  const failures = new RateLimit(config.failedCredentialsPerMinute);
  const bucketOf = addressBuckets();

  return {
    countAgentCall: (agentId) => agents.consume(agentId),
    countUserCall: (userId) => users.consume(userId),
    countSignIn: (address) => signIns.consume(bucketOf(address)),
    assertMayTryCredentials: ({ address, name }) => failures.assertMayCall(bucketOf(address, name)),
    countFailedCredentials: ({ address, name }) => failures.count(bucketOf(address, name)),
  };
}
