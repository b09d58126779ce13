import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventFacts } from '../../proto-events/event-facts.mjs';

const PATH = join(import.meta.dirname, 'src/generated/event-names.ts');
const BANNER =
  '// Generated from proto-events/schemas/events by generate.mjs. Do not edit: change those and run `pnpm generate`.\n';

/** Writes what people call the events; with `--check` it only compares, and fails where it differs. */
async function main() {
  const events = await eventFacts(join(import.meta.dirname, '../../proto-events'));
  const lines = events.map(({ type, name }) => `  ${type}: ${JSON.stringify(name)},\n`);
  const content = `${BANNER}export const EVENT_NAMES = {\n${lines.join('')}} as const;\n`;
  if ((await readFile(PATH, 'utf8').catch(() => '')) === content) return;
  if (!process.argv.includes('--check')) return writeFile(PATH, content);
  console.error('src/generated differs from the schemas of the events. Run "node generate.mjs".');
  process.exitCode = 1;
}

await main();
