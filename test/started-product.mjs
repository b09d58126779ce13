/** A product that all files of a Jest project share: the project's setup starts it, its teardown ends it. */
import { Product } from '@svc/testkit';

/** @type {Map<string, Product>} */
const products = new Map();

/**
 * Starts the built product once for all files of a Jest project.
 *
 * @param {string} variable in the environment, by which the processes that run the tests find its address.
 * @param {import('@svc/testkit').ProductOptions} options
 */
export async function startProduct(variable, options) {
  const product = await Product.prepare(options);
  try {
    await product.start();
  } catch (error) {
    await product.remove();
    throw error;
  }
  products.set(variable, product);
  process.env[variable] = product.url;
}

/**
 * Ends the product. A crash, an error in its log or a drain that takes too long fails the run.
 *
 * @param {string} variable the one that it was started with.
 */
export async function stopProduct(variable) {
  const product = products.get(variable);
  if (product === undefined) return;
  try {
    await product.stop();
  } finally {
    await product.remove();
  }
}
