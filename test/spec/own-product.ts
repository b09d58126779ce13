import { endProducts, Person, Product } from '@svc/testkit';
import type { ProductMode } from '@svc/testkit';
import { mode, SpecBench } from './product-under-test.js';

/** In `npm test` one process instead of six, which starts in a quarter of the time; the shared one is services. */
const OWN_MODE: ProductMode = process.env['TEST_TIER'] === 'gate' ? 'all-in-one' : mode;

export type OwnProduct = ReturnType<typeof useOwnProduct>;

/**
 * A product of the file's own, which no other file meets, and someone who has signed up there. For tests that
 * need other settings than all others, reach limits, or stop the product.
 */
export function useOwnProduct(settings: Record<string, string> = {}) {
  const own = Object.assign(new SpecBench(), { product: undefined as unknown as Product });

  beforeAll(async () => {
    own.product = await Product.prepare({ mode: OWN_MODE, settings, database: 'tests' });
    await own.product.start();
    own.url = own.product.url;
    own.person = await Person.signUp(own.url);
  });

  afterAll(() => endProducts(own.product ? [own.product] : []));

  return own;
}
