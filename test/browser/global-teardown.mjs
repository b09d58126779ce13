import { product } from './global-setup.mjs';

/** Ends the product. A crash, an error in its log or a drain that takes too long fails the run. */
export default async function stopProduct() {
  if (product === undefined) return;
  try {
    await product.stop();
  } finally {
    await product.remove();
  }
}
