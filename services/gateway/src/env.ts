import { MEDIA_LINK_DAYS_DEFAULT } from '@svc/domain';
import { readCommonConfig, readEnvironment, readRetention, readTrustedProxies } from '@svc/runtime';
import type { CommonConfig, Environment, EnvironmentReader } from '@svc/runtime';

const PER_MINUTE = { min: 1, max: 10_000_000 };
const MIB = 1024 * 1024;

/** @param defaults.webhookAllowedNetworks such as loopback, where all runs on a single machine. */
export function readGatewayConfig(
  read: EnvironmentReader,
  defaults: { webhookAllowedNetworks: readonly string[] } = { webhookAllowedNetworks: [] },
) {
  return {
    signUp: read.oneOf('SIGN_UP', ['open', 'closed'], { default: 'open' }),
    /** How much of an address goes into the audit log. */
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
    agentPerMinute: read.integer('RATE_LIMIT_AGENT_PER_MINUTE', { default: 1_200, ...PER_MINUTE }),
    userPerMinute: read.integer('RATE_LIMIT_USER_PER_MINUTE', { default: 600, ...PER_MINUTE }),
    agentBytesPerMinute: read.integer('RATE_LIMIT_AGENT_BYTES_PER_MINUTE', { default: 256 * MIB, min: 1 }),
    userBytesPerMinute: read.integer('RATE_LIMIT_USER_BYTES_PER_MINUTE', { default: 512 * MIB, min: 1 }),
    /** Sign-ups, sign-ins and changes of a password, by address. */
    authPerMinute: read.integer('RATE_LIMIT_AUTH_PER_MINUTE', { default: 30, ...PER_MINUTE }),
    /** By address and name. Right credentials are accepted all the same. */
    failedCredentialsPerMinute: read.integer('RATE_LIMIT_FAILED_CREDENTIALS_PER_MINUTE', {
      default: 60,
      ...PER_MINUTE,
    }),
  };
}

export type GatewayConfig = ReturnType<typeof readGatewayConfig>;

export function readProcessConfig(env: Environment = process.env): CommonConfig & GatewayConfig {
  return readEnvironment(env, (read) => ({ ...readCommonConfig(read), ...readGatewayConfig(read) }));
}
