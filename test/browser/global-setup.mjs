import startServices from '../spec/setup/start-services.mjs';
import { startProduct } from '../started-product.mjs';

/** Retries fast enough to be seen, and no limit that all tests together would meet. */
const SETTINGS = {
  WEBHOOK_RETRY_DELAYS_MS: '150,300,600',
  WEBHOOK_TIMEOUT_MS: '15000',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  // More than the attempts after which an agent is in error; probes come only when they are asked for.
  WEBHOOK_BREAKER_ATTEMPTS: '24',
  WEBHOOK_BREAKER_PROBE_MS: '600000',
  RATE_LIMIT_AUTH_PER_MINUTE: '100000',
  RATE_LIMIT_USER_PER_MINUTE: '100000',
};

/** In `npm test` the journeys go to the services that the specification runs against. */
export default () =>
  process.env.TEST_TIER === 'gate'
    ? startServices()
    : startProduct('BROWSER_BASE_URL', { mode: 'all-in-one', database: 'tests', settings: SETTINGS });
