/** Starts the built product once for all files of the suite; its counterpart is `global-teardown.mjs`. */
import { Product } from '@svc/testkit';

/** Retries fast enough to be seen, and no limit that all tests together would meet. */
const SETTINGS = {
  WEBHOOK_RETRY_DELAYS_MS: '150,300,600',
  WEBHOOK_TIMEOUT_MS: '2000',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  RATE_LIMIT_AUTH_PER_MINUTE: '100000',
  RATE_LIMIT_USER_PER_MINUTE: '100000',
};

/** @type {Product | undefined} */
export let product;

export default async function startProduct() {
  product = await Product.prepare({ mode: 'all-in-one', settings: SETTINGS });
  try {
    await product.start();
  } catch (error) {
    await product.remove();
    throw error;
  }
  // Read by browser-bench.ts in the processes that run the tests.
  process.env.BROWSER_BASE_URL = product.url;
}
