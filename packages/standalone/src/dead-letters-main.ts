import { once } from 'node:events';
import { RabbitDeadLetters } from '@svc/broker';
import type { DeadLetter } from '@svc/broker';
import { errorCodesOf } from '@svc/domain';
import { configurationOrExit } from '@svc/runtime';
import { readDeadLettersCommand, USAGE, UsageError } from './dead-letters-arguments.js';
import type { DeadLettersCommand } from './dead-letters-arguments.js';
import { readDeadLettersConfig } from './env.js';

/** `EX_USAGE` and `EX_UNAVAILABLE` (sysexits.h). */
const EXIT = { usage: 64, unavailable: 69 } as const;

// The reader of the output may stop reading early; dead letters that are being read stay in the queue.
process.stdout.on('error', () => process.exit(0));

const command = commandOrExit();
const config = configurationOrExit(() => readDeadLettersConfig());
try {
  const letters = await RabbitDeadLetters.open({
    url: config.amqpUrl.reveal(),
    namePrefix: config.amqpPrefix,
  });
  await run(command, letters);
  await letters.close();
} catch (error) {
  process.stderr.write(`\n✗ ${reasonOf(error)}\n`);
  process.exit(EXIT.unavailable);
}

async function run({ action, ...query }: DeadLettersCommand, letters: RabbitDeadLetters): Promise<void> {
  const outcomes = new Map<string, number>();
  const found: AsyncGenerator<DeadLetter & { outcome?: string }> = letters[action](query);
  for await (const letter of found) {
    const { outcome = 'listed' } = letter;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (!process.stdout.write(`${asciiJson(letter)}\n`)) await once(process.stdout, 'drain');
  }
  const done = [...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(', ') || 'none';
  process.stderr.write(`› Dead letters: ${done}; ${await letters.count()} are in the queue.\n`);
}

/** JSON without anything that a terminal could take for an order, or show in another place: of messages nothing is sure. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function commandOrExit(): DeadLettersCommand {
  try {
    return readDeadLettersCommand(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`\n✗ ${error.message}\n\n${USAGE}`);
    process.exit(EXIT.usage);
  }
}

/** Without the messages of its causes: they may hold the address with its password. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Something that is no error was thrown';
  const [code] = errorCodesOf(error.cause);
  return code === undefined ? error.message : `${error.message} (${code})`;
}
