import { join } from 'node:path';
import { channelFacts, eventFacts } from '../../proto-events/event-facts.mjs';
import { writeGenerated } from '../../proto-events/generated-files.mjs';

const CONTRACTS = join(import.meta.dirname, '../../proto-events');
const BANNER =
  '// Generated from proto-events by generate.mjs. Do not edit: change the contracts and run `pnpm generate`.\n';

/** Writes what people call events and their channels; with `--check` it only compares. */
async function main() {
  await writeGenerated(import.meta.dirname, {
    'src/generated/event-names.ts': await eventNames(),
    'src/generated/channel-words.ts': await channelWords(),
  });
}

async function eventNames() {
  const lines = (await eventFacts(CONTRACTS)).map(
    ({ type, name }) => `  ${type}: ${JSON.stringify(name)},\n`,
  );
  return `${BANNER}export const EVENT_NAMES = {\n${lines.join('')}} as const;\n`;
}

async function channelWords() {
  const lines = Object.entries(await channelFacts(CONTRACTS)).map(
    ([name, words]) => `  ${name}: ${JSON.stringify(words)},\n`,
  );
  return `${BANNER}export const CHANNEL_WORDS = {\n${lines.join('')}} as const;\n`;
}

await main();
