import { expect, it } from '@jest/globals';
import { orderIn } from './orders.js';

const START = {
  ...{
    id: 1,
    order: 'start',
    public_url: 'http://127.0.0.1:1',
    database: null,
    clock_ms: null,
    patience_ms: 1,
  },
  settings: { LOG_LEVEL: 'info' },
};

it('a line is an order with all that belongs to it, or is refused', () => {
  for (const order of [START, { id: 2, order: 'advance', duration_ms: 1 }, { id: 3, order: 'stop' }])
    expect(orderIn(JSON.stringify(order))).toEqual(order);
  const wrong = [
    ...[{}, [], null, { order: 'stop' }, { id: 1, order: 'dance' }, { id: 1, order: 'advance' }],
    ...[
      { ...START, settings: { PORT: 1 } },
      { ...START, database: 1 },
      { ...START, clock_ms: 'now' },
    ],
  ];
  for (const order of wrong) expect(() => orderIn(JSON.stringify(order))).toThrow();
  expect(() => orderIn('{')).toThrow();
});
