/**
 * Starts the built product once for all files of the suite; its counterpart is `global-teardown.mjs`.
 *
 * `SPEC_MODE` says how: `all-in-one`, the embedded default, or `services`, processes of their own on RabbitMQ and PostgreSQL.
 */
import { Product } from '@svc/testkit';

/**
 * The specification's times, two hundred times as fast, and none of the limits that tests would meet together: sign-ins of one address,
 * and calls of a person or an agent whose tests run at once and ask until something has happened. `rate-limits.test.ts` and
 * `default-settings.test.ts` meet them in products of their own.
 */
const SETTINGS = {
  WEBHOOK_RETRY_DELAYS_MS: '150,300,600',
  WEBHOOK_TIMEOUT_MS: '1000',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  RATE_LIMIT_AUTH_PER_MINUTE: '100000',
  RATE_LIMIT_USER_PER_MINUTE: '100000',
  RATE_LIMIT_AGENT_PER_MINUTE: '100000',
};

/** @type {Product | undefined} */
export let product;

export default async function startProduct() {
  const mode = process.env.SPEC_MODE ?? 'all-in-one';
  if (mode !== 'all-in-one' && mode !== 'services') {
    throw new Error(`SPEC_MODE is all-in-one or services, not ${mode}`);
  }
  product = await Product.prepare({ mode, settings: SETTINGS });
  try {
    await product.start();
  } catch (error) {
    await product.remove();
    throw error;
  }
  // Read by product-under-test.ts in the processes that run the tests.
  process.env.SPEC_MODE = mode;
  process.env.SPEC_BASE_URL = product.url;
}
