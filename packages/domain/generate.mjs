import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { channelFacts, eventFacts } from '../../proto-events/event-facts.mjs';

const CONTRACTS = join(import.meta.dirname, '../../proto-events');
const BANNER =
  '// Generated from proto-events by generate.mjs. Do not edit: change the contracts and run `pnpm generate`.\n';

/** Writes what the contracts say of events and their channels; with `--check` it only compares, and fails where something differs. */
async function main() {
  const files = { 'event-rules.ts': await eventRules(), 'event-channels.ts': await eventChannels() };
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

/** Who may receive an event, and whether one that waits is pushed on connect. */
async function eventRules() {
  const lines = (await eventFacts(CONTRACTS)).map(
    ({ type, agents, isPushedOnConnect }) =>
      `  ${type}: { agents: [${agents.map((kind) => `'${kind}'`).join(', ')}], isPushedOnConnect: ${isPushedOnConnect} },\n`,
  );
  return `${BANNER}export const EVENT_RULES = {\n${lines.join('')}} as const;\n`;
}

async function eventChannels() {
  const names = Object.keys(await channelFacts(CONTRACTS)).map((name) => `'${name}'`);
  return `${BANNER}export const EVENT_CHANNELS = [${names.join(', ')}] as const;\n`;
}

await main();
