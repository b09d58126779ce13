import { Command, Option } from 'commander';
import { agentCalled, answerOf } from '../api/client-api.js';
import type { Schemas } from '../api/client-api.js';
import type { Shell } from '../shell.js';
import { cleanLine, cleanText } from '../terminal/clean-text.js';
import type { Column } from '../terminal/output.js';
import { integerWithin, jsonObjectIn } from './arguments.js';
import { askCommand } from './ask.js';

type Decision = Schemas['ClientDecision'];

const COLUMNS: readonly Column<Decision>[] = [
  ['id', ({ decision_id }) => decision_id],
  ['status', ({ status }) => status],
  ['title', ({ title }) => title],
  ['action', ({ action }) => action ?? '-'],
  ['until', ({ expires_at }) => expires_at ?? '-'],
];

export function decisionsCommand(shell: Shell): Command {
  return new Command('decisions')
    .description('what your agents ask you for')
    .addCommand(list(shell))
    .addCommand(answer(shell, 'approve', 'approved'))
    .addCommand(answer(shell, 'reject', 'rejected'))
    .addCommand(askCommand(shell));
}

function list(shell: Shell): Command {
  return new Command('ls')
    .description('list them, newest first')
    .addOption(
      new Option('--status <status>', 'which')
        .choices(['pending', 'approved', 'rejected', 'dismissed', 'all'])
        .default('pending'),
    )
    .option('--agent <agent>', 'only those of an agent')
    .option('-n, --limit <count>', 'how many', integerWithin(1, 100), 50)
    .action(
      async (
        options: { status: Decision['status'] | 'all'; agent?: string; limit: number },
        command: Command,
      ) => {
        const api = await shell.api(command);
        const { status, agent, limit } = options;
        const query = {
          limit,
          ...(status === 'all' ? {} : { status }),
          ...(agent === undefined ? {} : { agent_id: (await agentCalled(api, agent)).agent_id }),
        };
        const decisions = await answerOf(api.GET('/api/client/decisions', { params: { query } }));
        shell.output(command).records(decisions, COLUMNS, 'Nobody asks for anything.');
      },
    );
}

function answer(shell: Shell, name: string, status: 'approved' | 'rejected'): Command {
  const command = new Command(name)
    .description(`say ${status === 'approved' ? 'yes' : 'no'} (needs the scope \`decisions\`)`)
    .argument('<decision>', 'its id')
    .option('--note <text>', 'what the agent is told with it');
  if (status === 'approved')
    command.option('--answer <json>', 'the fields of its form; what is proposed unless given');
  return command.action(
    async (decision_id: string, options: { note?: string; answer?: string }, self: Command) => {
      const api = await shell.api(self);
      const params = { path: { decision_id } };
      const { note, answer: given } = options;
      const values =
        given === undefined
          ? undefined
          : ((await jsonObjectIn(given, shell.stdin)) as Schemas['AnswerValues']);
      const form = status === 'approved' && values === undefined ? await proposedFor(decision_id) : values;
      const body = {
        status,
        ...(note === undefined ? {} : { note }),
        ...(form === undefined ? {} : { answer: form }),
      };
      const resolved = await answerOf(
        api.POST('/api/client/decisions/{decision_id}/resolve', { params, body }),
      );
      shell
        .output(self)
        .result(resolved, () => [
          `${cleanLine(resolved.title)}: ${resolved.status}`,
          ...(resolved.note ? [cleanText(resolved.note)] : []),
        ]);

      /** A request with a form is approved with what the agent proposes, if the person changes nothing. */
      async function proposedFor(id: string): Promise<Schemas['AnswerValues'] | undefined> {
        const asked = await answerOf(
          api.GET('/api/client/decisions/{decision_id}', { params: { path: { decision_id: id } } }),
        );
        return asked.answer_schema === undefined ? undefined : (asked.proposed ?? {});
      }
    },
  );
}
