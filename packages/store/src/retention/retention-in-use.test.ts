import { expect, it } from '@jest/globals';
import { useStore } from '../store.suite.js';

const bench = useStore();
const FOR_EVER = { events: 0, attempts: 0, runs: 0, messages: 0, media: 0, audit: 0, auditAddresses: 0 };
const inUse = () => bench.store.retention.daysInUse();

it('The days that the last scheduler has said are in use, and before the first none are known', async () => {
  expect(await inUse()).toBeNull();
  await bench.store.retention.sayDays({ ...FOR_EVER, events: 30 });
  await bench.store.retention.sayDays({ ...FOR_EVER, runs: 9 });
  expect(await inUse()).toEqual({ ...FOR_EVER, runs: 9 });
});
