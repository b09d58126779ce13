import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { channelFacts, eventFacts } from '../../proto-events/event-facts.mjs';

const CONTRACTS = join(import.meta.dirname, '../../proto-events');
const BANNER =
  '// Generated from proto-events by generate.mjs. Do not edit: change the contracts and run `pnpm generate`.\n';

/** Writes what people call events and their channels; with `--check` it only compares, and fails where something differs. */
async function main() {
  const files = { 'event-names.ts': await eventNames(), 'channel-words.ts': await channelWords() };
  for (const [name, content] of Object.entries(files)) {
    const path = join(import.meta.dirname, 'src/generated', name);
    if ((await readFile(path, 'utf8').catch(() => '')) === content) continue;
    if (!process.argv.includes('--check')) await writeFile(path, content);
    else {
      console.error(`src/generated/${name} differs from proto-events. Run "node generate.mjs".`);
      process.exitCode = 1;
    }
  }
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
