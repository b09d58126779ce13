/** @any-shape A gateway alone answers. */
import { describe, expect, it } from '@jest/globals';
import { bodyOf } from './answers.js';
import { useProduct } from './product-under-test.js';

describe('For how long things are kept', () => {
  const bench = useProduct();

  it('stands in an answer to their user: for ever by default, but for the audit log', async () => {
    expect(await bodyOf('listRetention', bench.person.call('/account/retention'))).toEqual([
      { kept: 'messages', days: null },
      { kept: 'files', days: null },
      { kept: 'runs', days: null },
      { kept: 'events', days: null },
      { kept: 'attempts', days: null },
      { kept: 'audit_entries', days: 365 },
      { kept: 'audit_addresses', days: 90 },
    ]);
  });
});
