import type { Product } from './product.js';

/**
 * Ends products side by side, and removes all that they left. None that fails keeps another from being ended.
 *
 * @throws what one of them did wrong, or an AggregateError of what several did: see {@link Product.stop}.
 */
export async function endProducts(products: Iterable<Pick<Product, 'stop' | 'remove'>>): Promise<void> {
  const ends = await Promise.allSettled(
    Array.from(products, (product) => product.stop().finally(() => product.remove())),
  );
  const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Error] : []));
  if (errors.length > 1) throw new AggregateError(errors, errors.map(({ message }) => message).join('\n'));
  if (errors[0] !== undefined) throw errors[0];
}
