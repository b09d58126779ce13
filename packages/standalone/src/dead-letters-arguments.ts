import { parseArgs } from 'node:util';

export const USAGE = `Looks after poison messages, which lie in the queue dead-letters for up to 30 days. Writes a line of JSON for each:
where it comes from, its ids and the names of wrong fields, but no other value of the message.

  dead-letters list   [id …]        [--limit 100]
  dead-letters replay  id … | --all [--limit n]    sends them on their way again
  dead-letters drop    id … | --all [--limit n]    takes them away for good

AMQP_URL and AMQP_PREFIX are those of the services.
`;

const LIST_LIMIT_DEFAULT = 100;
const IDS_MAX = 1_000;

export interface DeadLettersCommand {
  action: 'list' | 'replay' | 'drop';
  /** `null` for all. */
  ids: ReadonlySet<string> | null;
  limit: number;
}

/**
 * @throws UsageError if the arguments are no valid command.
 */
export function readDeadLettersCommand(args: readonly string[]): DeadLettersCommand {
  const { positionals, values } = parsed(args);
  const [action, ...names] = positionals;
  if (action !== 'list' && action !== 'replay' && action !== 'drop')
    throw new UsageError('What is to be done?');
  const ids = names.length > 0 ? new Set(names) : null;
  if (names.length > IDS_MAX) throw new UsageError(`No more than ${IDS_MAX} ids at once`);
  if (action === 'list' && values.all === true) throw new UsageError('To list more, raise --limit');
  if (action !== 'list' && (ids === null) !== (values.all === true))
    throw new UsageError(`Name the ids to ${action}, or say --all`);
  const limit = limitIn(values.limit) ?? (action === 'list' ? LIST_LIMIT_DEFAULT : Infinity);
  return { action, ids, limit };
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

function parsed(args: readonly string[]) {
  try {
    const options = { limit: { type: 'string' }, all: { type: 'boolean' } } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function limitIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (limit < 1) throw new UsageError('--limit takes a whole number from 1 on');
  return limit;
}
