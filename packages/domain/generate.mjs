import { join } from 'node:path';
import { channelFacts, eventFacts } from '../../proto-events/event-facts.mjs';
import { writeGenerated } from '../../proto-events/generated-files.mjs';

const CONTRACTS = join(import.meta.dirname, '../../proto-events');
const BANNER =
  '// Generated from proto-events by generate.mjs. Do not edit: change the contracts and run `pnpm generate`.\n';

/** Writes what the contracts say of events and their channels; with `--check` it only compares, and fails where something differs. */
async function main() {
  await writeGenerated(import.meta.dirname, {
    'src/generated/event-subjects.ts': await eventSubjects(),
    'src/generated/event-channels.ts': await eventChannels(),
  });
}

async function eventSubjects() {
  const lines = (await eventFacts(CONTRACTS)).map(({ type, subject }) => `  ${type}: '${subject}',\n`);
  return `${BANNER}export const EVENT_SUBJECTS = {\n${lines.join('')}} as const;\n`;
}

async function eventChannels() {
  const names = Object.keys(await channelFacts(CONTRACTS)).map((name) => `'${name}'`);
  return `${BANNER}export const EVENT_CHANNELS = [${names.join(', ')}] as const;\n`;
}

await main();
