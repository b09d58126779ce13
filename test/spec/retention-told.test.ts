/** @only-in-all Starts a product with other settings, for what the interface leaves to an operator. */
/** @any-shape A gateway alone answers, from what schedulers have said. */
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@svc/testkit';
import { expectAnswer } from './answers.js';
import { useOwnProduct } from './own-product.js';
import { useProduct } from './product-under-test.js';

describe('For how long things are kept', () => {
  const bench = useProduct();

  it('stands in an answer to their user: for ever by default, but for the audit log', async () => {
    const answer = await bench.person.call('/account/retention');
    expectAnswer('listRetention', answer, 200);
    expect(answer.body).toEqual([
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

describe('After a change of the days', () => {
  const own = useOwnProduct({ RETENTION_MESSAGES_DAYS: '30' });

  const messages = async (): Promise<number | null | undefined> => {
    const { body } = await own.person.call('/account/retention');
    return (body as { kept: string; days: number | null }[]).find(({ kept }) => kept === 'messages')?.days;
  };

  it('their user is told what schedulers apply now', async () => {
    expect(await messages()).toBe(30);
    await own.product.stop();
    await own.product.start({ RETENTION_MESSAGES_DAYS: '7' });
    await eventually(messages, (days) => days === 7);
  });
});
