import { afterEach, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { installVirtualDate } from './test-service.js';
import type { VirtualDate } from './test-service.js';

let dates: VirtualDate | undefined;
afterEach(() => dates?.uninstall());

it('dates tell the moved time, and those that are given stay', () => {
  const made = new Date();
  dates = installVirtualDate();
  dates.moveTo(1_000_000_000_000.7);
  expect(Date.now() - made.getTime()).toBeGreaterThanOrEqual(1_000_000_000_000);
  expect(Number.isInteger(Date.now())).toBe(true);
  expect(new Date().getFullYear()).toBe(new Date(Date.now()).getFullYear());
  expect(Date()).toContain(String(new Date().getFullYear()));
  expect([new Date(0).toISOString(), new Date(2026, 0, 2).getDate(), Date.UTC(1970)]).toEqual([
    '1970-01-01T00:00:00.000Z',
    2,
    0,
  ]);
  expect([
    made instanceof Date,
    new Date() instanceof Date,
    new Date().constructor === made.constructor,
  ]).toEqual([true, true, true]);
  expect(newId('run')).toMatch(/^run_[0-9a-f]+$/);
});

it('afterwards the process has its own dates again', () => {
  const own = Date;
  installVirtualDate().uninstall();
  expect(Date).toBe(own);
});
