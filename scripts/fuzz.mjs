/**
 * `npm run fuzz`: all endpoints with mutated input for ten minutes, so it is not part of `npm test`.
 * `-- --seconds 30` for a shorter time, `-- --seed 7` for the input of an earlier run.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { prepare } from './preparation/prepare.mjs';
import { giveUp, say } from './preparation/progress.mjs';

const text = { type: 'string' };
const { values } = parseArgs({ options: { seconds: text, seed: text } });
const seconds = positive('seconds', values.seconds ?? 600);
const seed = positive('seed', values.seed ?? randomInt(1, 2_000));

await prepare();
const { TestSession } = await import('./testing/session.mjs');

say(`seed ${seed}, ${seconds} s; the same again: npm run fuzz -- --seconds ${seconds} --seed ${seed}`);
const session = new TestSession();
await session.bringServers();
const env = { FUZZ_SECONDS: String(seconds), FUZZ_SEED: String(seed) };
await session.jest('fuzz', ['--selectProjects', 'fuzz', '--runInBand'], { env });
process.exit(await session.finish());

function positive(name, value) {
  if (/^[1-9]\d*$/.test(value)) return Number(value);
  return giveUp(`--${name} must be a whole number from 1 on, and is ${value}.`);
}
