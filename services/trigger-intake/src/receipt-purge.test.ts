import { createLogger } from '@svc/runtime';
import { createReceiptPurge } from './receipt-purge.js';

/** Where the first ticks look in a table of so many blocks, on some of which something is past. */
async function ticksOver({ blocks, past, ticks }: { blocks: number; past: number[]; ticks: number }) {
  const looked: number[][] = [];
  let ended: () => void = () => undefined;
  const end = new Promise<void>((resolve) => (ended = resolve));
  const purge = async (from: number) => {
    looked.at(-1)?.push(from);
    return { removed: past.includes(from) ? 1 : 0, next: from + 64, blocks };
  };
  const loop = createReceiptPurge({
    intake: { purge },
    logger: createLogger({ service: 'test', level: 'silent' }),
    sleep: async () => {
      if (looked.length < ticks) looked.push([]);
      else {
        ended();
        await new Promise(() => undefined);
      }
    },
  });
  looked.push([]);
  await loop.start();
  await end;
  void loop.stop();
  return looked;
}

it('all receipts are looked at in each tick while they are few', async () => {
  const all = [0, 64];
  expect(await ticksOver({ blocks: 100, past: [64], ticks: 2 })).toEqual([all, all]);
});

it('a tick looks at a part of many receipts, goes on while something is past, and the next goes on behind it', async () => {
  const [first, second] = await ticksOver({ blocks: 1_000_000, past: [16_640, 16_704], ticks: 2 });
  expect(first?.at(-1)).toBe(16_768);
  expect(second?.[0]).toBe(16_832);
  expect(second).toHaveLength(Math.ceil(1_000_000 / 60 / 64));
});
