import { startProduct } from '../started-product.mjs';

/** Retries fast enough to be seen, and no limit that all tests together would meet. */
const SETTINGS = {
  WEBHOOK_RETRY_DELAYS_MS: '150,300,600',
  WEBHOOK_TIMEOUT_MS: '4000',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  RATE_LIMIT_AUTH_PER_MINUTE: '100000',
  RATE_LIMIT_USER_PER_MINUTE: '100000',
};

export default () => startProduct('BROWSER_BASE_URL', { mode: 'all-in-one', settings: SETTINGS });
