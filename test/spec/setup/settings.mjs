/**
 * The specification's times, two hundred times as fast, and none of the limits that tests would meet together: sign-ins of one address,
 * and calls of a person or an agent whose tests run at once and ask until something has happened. `rate-limits.test.ts` and
 * `default-settings.test.ts` meet them in products of their own.
 */
export const SETTINGS = {
  WEBHOOK_RETRY_DELAYS_MS: '150,300,600',
  WEBHOOK_TIMEOUT_MS: '1000',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  RATE_LIMIT_AUTH_PER_MINUTE: '100000',
  RATE_LIMIT_USER_PER_MINUTE: '100000',
  RATE_LIMIT_AGENT_PER_MINUTE: '100000',
};
