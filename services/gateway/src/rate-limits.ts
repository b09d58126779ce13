import { createHash, randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { ServiceError } from '@svc/domain';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

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

const WINDOW_SECONDS = 60;

export function createRateLimits(config: RateLimitConfig): RateLimits {
  // Agents and users are counted only once they are known, so these have as many keys as there are callers.
  const agents = limiter(config.agentPerMinute);
  const users = limiter(config.userPerMinute);
  // Addresses are anyone's choice, so these have a bounded number of keys.
  const signIns = limiter(config.authPerMinute);
  const failures = limiter(config.failedCredentialsPerMinute);
  const bucketOf = addressBuckets();

  return {
    countAgentCall: (agentId) => consume(agents, agentId),
    countUserCall: (userId) => consume(users, userId),
    countSignIn: (address) => consume(signIns, bucketOf(address)),
    async assertMayTryCredentials(attempt) {
      const counted = await failures.get(bucketOf(attempt.address, attempt.name));
      if (counted !== null && counted.consumedPoints >= config.failedCredentialsPerMinute) {
        throw rateLimited(counted.msBeforeNext);
      }
    },
    async countFailedCredentials(attempt) {
      await failures.penalty(bucketOf(attempt.address, attempt.name));
    },
  };
}

function limiter(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: WINDOW_SECONDS });
}

async function consume(limit: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limit.consume(key);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) throw rateLimited(refused.msBeforeNext);
    throw refused;
  }
}

function rateLimited(msBeforeNext: number): ServiceError {
  return new ServiceError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) });
}

const BUCKETS = 65_536;

/**
 * Maps addresses to a bounded number of keys, salted so that nobody can choose whom to share a key with. An IPv6 address counts as its
 * /64 network, which is what one host can use at will.
 */
function addressBuckets(): (address: string, name?: string) => string {
  const salt = randomBytes(16);
  return (address, name = '') => {
    const digest = createHash('sha256')
      .update(salt)
      .update(`${networkOf(address)} ${name}`)
      .digest();
    return String(digest.readUInt32BE(0) % BUCKETS);
  };
}

export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
