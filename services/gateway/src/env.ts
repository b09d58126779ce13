import { MEDIA_LINK_DAYS_DEFAULT } from '@svc/domain';
import { readCommonConfig, readEnvironment, readRetention, readTrustedProxies } from '@svc/runtime';
import type { CommonConfig, Environment, EnvironmentReader } from '@svc/runtime';

const PER_MINUTE = { min: 1, max: 10_000_000 };
const MIB = 1024 * 1024;

/** @param defaults.webhookAllowedNetworks networks that a way of running allows by default, such as loopback on a single machine. */
export function readGatewayConfig(
  read: EnvironmentReader,
  defaults: { webhookAllowedNetworks: readonly string[] } = { webhookAllowedNetworks: [] },
) {
  return {
    signUp: read.oneOf('SIGN_UP', ['open', 'closed'], { default: 'open' }),
    /** How much of a person's address goes into the audit log: all of it, the network alone, or nothing. */
    auditAddresses: read.oneOf('AUDIT_ADDRESSES', ['full', 'network', 'none'], { default: 'full' }),
    retention: readRetention(read),
    invitations: read.onOff('INVITATIONS', { default: true }),
    rateLimits: readRateLimits(read),
    trustedProxies: readTrustedProxies(read),
    webhookAllowedNetworks: read.networks('WEBHOOK_ALLOWED_NETWORKS', {
      default: defaults.webhookAllowedNetworks,
    }),
    dataDir: read.string('DATA_DIR', { default: '.data' }),
    mediaLinkDays: read.integer('MEDIA_LINK_DAYS', { default: MEDIA_LINK_DAYS_DEFAULT, min: 1, max: 3_650 }),
  };
}

/** Calls and bytes per minute. */
function readRateLimits(read: EnvironmentReader) {
  return {
    /** Of one agent on the agent API. */
    agentPerMinute: read.integer('RATE_LIMIT_AGENT_PER_MINUTE', { default: 1_200, ...PER_MINUTE }),
    /** Of one user on the client API. */
    userPerMinute: read.integer('RATE_LIMIT_USER_PER_MINUTE', { default: 600, ...PER_MINUTE }),
    /** Bytes of the bodies of one agent's calls. */
    agentBytesPerMinute: read.integer('RATE_LIMIT_AGENT_BYTES_PER_MINUTE', { default: 256 * MIB, min: 1 }),
    /** Bytes of the bodies of one user's calls. */
    userBytesPerMinute: read.integer('RATE_LIMIT_USER_BYTES_PER_MINUTE', { default: 512 * MIB, min: 1 }),
    /** Sign-ups, sign-ins and changes of a password from one address. */
    authPerMinute: read.integer('RATE_LIMIT_AUTH_PER_MINUTE', { default: 30, ...PER_MINUTE }),
    /** Calls with wrong credentials from one address for one name. Further ones get 429. Right credentials are accepted all the same. */
    failedCredentialsPerMinute: read.integer('RATE_LIMIT_FAILED_CREDENTIALS_PER_MINUTE', {
      default: 60,
      ...PER_MINUTE,
    }),
  };
}

export type GatewayConfig = ReturnType<typeof readGatewayConfig>;

/** The configuration of a gateway that runs as its own process. */
export function readProcessConfig(env: Environment = process.env): CommonConfig & GatewayConfig {
  return readEnvironment(env, (read) => ({ ...readCommonConfig(read), ...readGatewayConfig(read) }));
}
