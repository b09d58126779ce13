import { afterAll, beforeAll } from '@jest/globals';
import { endProducts, Person, Product } from '@svc/testkit';
import type { ProductMode } from '@svc/testkit';
import { mode } from './product-under-test.js';

const PRODUCT_START_MS_MAX = 120_000;

/** In `npm test` one process instead of six, which takes a quarter of the time to start; the shared product runs as services there. */
const OWN_MODE: ProductMode = process.env['TEST_TIER'] === 'gate' ? 'all-in-one' : mode;

/** A product of the file's own, which no other file meets, and someone who has signed up there. */
export interface OwnProduct {
  readonly product: Product;
  readonly person: Person;
}

/** For tests that need other settings than all others, reach limits, or stop the product. */
export function useOwnProduct(settings: Record<string, string> = {}): OwnProduct {
  const own = {} as { product: Product; person: Person };

  beforeAll(async () => {
    own.product = await Product.prepare({ mode: OWN_MODE, settings, database: 'tests' });
    await own.product.start();
    own.person = await Person.signUp(own.product.url);
  }, PRODUCT_START_MS_MAX);

  afterAll(() => endProducts(own.product ? [own.product] : []), PRODUCT_START_MS_MAX);

  return own;
}
