import { JointLimits } from './rate-limit.js';
import type { SharedCounts } from './rate-limit.js';
import { recordedLog } from './recorded-log.suite.js';

const MINUTE_MS = 60_000;
const refused = expect.objectContaining({ code: 'rate_limited' });
const running: JointLimits[] = [];

afterEach(async () => {
  for (const limits of running.splice(0)) await limits.stop();
});

/** Adds up in memory, and tells when a process has exchanged something. */
function memoryCounts() {
  const totals = new Map<string, number>();
  const sizes: number[] = [];
  let onTick: (() => void)[] = [];
  const counts: SharedCounts = {
    async add(given) {
      sizes.push(given.length);
      const answers = given.map(({ subject, points }) => {
        const total = (totals.get(subject) ?? 0) + points;
        totals.set(subject, total);
        return { points: total, leftMs: MINUTE_MS };
      });
      // The answers have been taken in when the next exchange begins, so whoever waits is told a tick later.
      const waiting = onTick;
      onTick = [];
      setImmediate(() => waiting.forEach((tell) => tell()));
      return answers;
    },
  };
  return { counts, totals, sizes, exchanged: () => new Promise<void>((resolve) => onTick.push(resolve)) };
}

async function begin(counts: SharedCounts, logger = recordedLog().logger): Promise<JointLimits> {
  const limits = new JointLimits({ counts, salt: async () => 'salt', logger, intervalMs: 1 });
  running.push(limits);
  await limits.start();
  return limits;
}

const use = async (limit: { consume(key: string): Promise<void> }, times: number): Promise<void> => {
  for (let n = 0; n < times; n += 1) await limit.consume('ada');
};

it('whoever is far from a limit is not exchanged, nor is another limit of the same name of a caller', async () => {
  const { counts, totals, exchanged } = memoryCounts();
  const limits = await begin(counts);
  const [wide, narrow] = [limits.limit('wide', 1_000), limits.limit('narrow', 10)];
  await use(wide, 49);
  const told = exchanged();
  await use(narrow, 1);
  await told;
  expect([...totals.values()]).toEqual([1]);
  const toldAgain = exchanged();
  await use(wide, 1);
  await toldAgain;
  expect([...totals.values()].toSorted((a, b) => a - b)).toEqual([1, 50]);
});

it('many callers are exchanged in few statements, and nobody is where nothing was used', async () => {
  const { counts, sizes, exchanged } = memoryCounts();
  const limits = await begin(counts);
  const limit = limits.limit('calls', 10);
  const told = exchanged();
  for (let n = 0; n < 2_500; n += 1) void limit.consume(`caller ${n}`);
  await told;
  for (let n = 0; n < 50; n += 1) await new Promise(setImmediate);
  expect(Math.max(...sizes)).toBe(1_000);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(2_500);
});

it('counts for itself, at once and with one line in the log, while the counts hang or fail', async () => {
  let calls = 0;
  let hang: () => void = () => undefined;
  const isHanging = new Promise<void>((resolve) => (hang = resolve));
  const { lines, logger } = recordedLog({ level: 'warn' });
  const counts: SharedCounts = {
    add: () => {
      calls += 1;
      hang();
      return new Promise(() => undefined);
    },
  };
  const limits = await begin(counts, logger);
  const limit = limits.limit('calls', 10);
  await use(limit, 5);
  await isHanging;
  await use(limit, 5);
  await expect(limit.consume('ada')).rejects.toEqual(refused);
  expect(calls).toBe(1);

  let failures = 0;
  const beganAtMs = performance.now();
  const refusing = async () => {
    failures += 1;
    throw new Error('read-only');
  };
  const failing = await begin({ add: refusing }, logger);
  const local = failing.limit('calls', 10);
  await use(local, 10);
  await expect(local.consume('ada')).rejects.toEqual(refused);
  for (let n = 0; n < 200; n += 1) await new Promise(setImmediate);
  // It rests for a second after the first, and a busy machine may take one for all this.
  expect(failures).toBeLessThanOrEqual(1 + Math.floor((performance.now() - beganAtMs) / 1_000));
  expect(lines.filter((line) => line.includes('alone')).length).toBeLessThanOrEqual(1);
});

it('a process starts without the salt, says so once, and has it as soon as it can be read', async () => {
  let tries = 0;
  let known: () => void = () => undefined;
  const isKnown = new Promise<void>((resolve) => (known = resolve));
  const salt = async () => {
    tries += 1;
    if (tries <= 2) throw new Error('cannot connect');
    setImmediate(known);
    return 'salt';
  };
  const { lines, logger } = recordedLog({ level: 'warn' });
  const limits = new JointLimits({ counts: memoryCounts().counts, salt, logger, intervalMs: 1 });
  running.push(limits);
  await limits.start();
  expect(limits.salt).toBeNull();
  await isKnown;
  expect(limits.salt).toBe('salt');
  expect(lines.filter((line) => line.includes('alone'))).toHaveLength(1);
});
