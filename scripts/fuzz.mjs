/**
 * `npm run fuzz`: all endpoints with mutated input for ten minutes, so it is not part of `npm test`.
 * `-- --seconds 30` for a shorter time, `-- --seed 7` for the input of an earlier run.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { prepare } from './preparation/prepare.mjs';
import { giveUp, say } from './preparation/progress.mjs';

const SEED_MAX = 2_000;
const { seconds, seed } = options();

await prepare();
const { TestSession } = await import('./testing/session.mjs');

say(`seed ${seed}, ${seconds} s; the same again: npm run fuzz -- --seconds ${seconds} --seed ${seed}`);
const session = new TestSession();
await session.bringServers();
const env = { FUZZ_SECONDS: String(seconds), FUZZ_SEED: String(seed) };
await session.jest('fuzz', ['--selectProjects', 'fuzz', '--runInBand'], { env });
process.exit(await session.finish());

function options() {
  const text = { type: 'string' };
  try {
    const { values } = parseArgs({ options: { seconds: text, seed: text } });
    return {
      seconds: positive('seconds', values.seconds ?? '600', 86_400),
      seed: positive('seed', values.seed ?? String(randomInt(1, SEED_MAX)), SEED_MAX),
    };
  } catch (error) {
    return giveUp(error.message);
  }
}

function positive(name, value, max) {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1 || number > max)
    throw new Error(`--${name} must be a whole number from 1 to ${max}, and is ${value}.`);
  return number;
}
