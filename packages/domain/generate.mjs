import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventFacts } from '../../proto-events/event-facts.mjs';

const PATH = join(import.meta.dirname, 'src/generated/event-rules.ts');
const BANNER =
  '// Generated from proto-events/schemas/events by generate.mjs. Do not edit: change those and run `pnpm generate`.\n';

/** Writes what the schemas of the events say of who may receive them; with `--check` it only compares, and fails where it differs. */
async function main() {
  const events = await eventFacts(join(import.meta.dirname, '../../proto-events'));
  const lines = events.map(
    ({ type, agents, isPushedOnConnect }) =>
      `  ${type}: { agents: [${agents.map((kind) => `'${kind}'`).join(', ')}], isPushedOnConnect: ${isPushedOnConnect} },\n`,
  );
  const content = `${BANNER}export const EVENT_RULES = {\n${lines.join('')}} as const;\n`;
  if ((await readFile(PATH, 'utf8').catch(() => '')) === content) return;
  if (!process.argv.includes('--check')) return writeFile(PATH, content);
  console.error('src/generated differs from the schemas of the events. Run "node generate.mjs".');
  process.exitCode = 1;
}

await main();
