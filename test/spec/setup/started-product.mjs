/** The product that all files of the suite share, in one of its shapes: one Jest project each, whose setup and teardown call these. */
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

/** @typedef {'all-in-one' | 'services'} Mode the embedded default, or processes of their own on RabbitMQ and PostgreSQL */

/** @type {Map<Mode, Product>} */
const products = new Map();

/**
 * Starts the built product once for all files of a Jest project.
 *
 * @param {Mode} mode
 */
export async function startProduct(mode) {
  const product = await Product.prepare({ mode, settings: SETTINGS });
  try {
    await product.start();
  } catch (error) {
    await product.remove();
    throw error;
  }
  products.set(mode, product);
  // Read by product-under-test.ts in the processes that run the tests.
  process.env[`SPEC_URL_${mode}`] = product.url;
}

/**
 * Ends the product. A crash, an error in its log or a drain that takes too long fails the run.
 *
 * @param {Mode} mode
 */
export async function stopProduct(mode) {
  const product = products.get(mode);
  if (product === undefined) return;
  try {
    await product.stop();
  } finally {
    await product.remove();
  }
}
