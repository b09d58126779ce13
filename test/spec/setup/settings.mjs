/**
 * The specification's retries, two hundred times as fast. Attempts have a deadline that no receiver on a busy machine misses unless it is
 * told to. There are none of the limits that tests would meet together: sign-ins of one address, and calls of a person or an agent whose
 * tests run at once and ask until something has happened. `rate-limits.test.ts` and `default-settings.test.ts` meet them in products of
 * their own.
 */
export const SETTINGS = {
  WEBHOOK_RETRY_DELAYS_MS: '150,300,600',
  WEBHOOK_TIMEOUT_MS: '15000',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  RATE_LIMIT_AUTH_PER_MINUTE: '100000',
  RATE_LIMIT_USER_PER_MINUTE: '100000',
  RATE_LIMIT_AGENT_PER_MINUTE: '100000',
};
