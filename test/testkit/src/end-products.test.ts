import { describe, expect, it } from '@jest/globals';
import { endProducts } from './end-products.js';

function product(message?: string) {
  const calls: string[] = [];
  return {
    calls,
    async stop() {
      calls.push('stop');
      if (message !== undefined) throw new Error(message);
    },
    async remove() {
      calls.push('remove');
    },
  };
}

describe('Ending products', () => {
  it('ends and removes each, also behind one that did something wrong', async () => {
    const products = [product('It did not drain'), product()];
    await expect(endProducts(products)).rejects.toThrow('It did not drain');
    for (const { calls } of products) expect(calls).toEqual(['stop', 'remove']);
  });

  it('tells what each did wrong', async () => {
    const ending = endProducts([product('It did not drain'), product('It ended by itself')]);
    await expect(ending).rejects.toThrow('It did not drain\nIt ended by itself');
  });
});
