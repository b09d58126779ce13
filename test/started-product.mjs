/** The products that Jest projects share: a project's setup starts one, and one teardown ends them all. */
import { endProducts, Product } from '@svc/testkit';

/** @type {Product[]} */
const products = [];
/** Variables whose product runs already, for another project. */
const started = new Set();

/**
 * Starts the built product once for all files of a Jest project.
 *
 * @param {string} variable in the environment, by which the processes that run the tests find its address.
 * @param {import('@svc/testkit').ProductOptions} options
 */
export async function startProduct(variable, options) {
  if (started.has(variable)) return;
  started.add(variable);
  const product = await Product.prepare(options);
  products.push(product);
  try {
    await product.start();
  } catch (error) {
    // Jest calls no teardown then.
    await stopProducts().catch(() => {});
    throw error;
  }
  process.env[variable] = product.url;
}

/**
 * The teardown of every project, since Jest calls no other one after one that fails. Ends all products. A crash, an error in a log or a drain that takes
 * too long fails the run.
 */
export default async function stopProducts() {
  await endProducts(products.splice(0));
}
