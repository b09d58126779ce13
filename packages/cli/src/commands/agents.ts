import { createInterface } from 'node:readline/promises';
import { Command, Option } from 'commander';
import { agentCalled, answerOf } from '../api/client-api.js';
import type { Agent } from '../api/client-api.js';
import type { Shell } from '../shell.js';
import type { Column } from '../terminal/output.js';
import { cleanLine } from '../terminal/clean-text.js';
import { secondsIn } from './arguments.js';
import { CliError } from '../errors.js';

const COLUMNS: readonly Column<Agent>[] = [
  ['id', ({ agent_id }) => agent_id],
  ['name', ({ agent_name }) => agent_name],
  ['kind', ({ kind }) => kind],
  ['status', ({ status }) => status],
  ['reached by', reachedBy],
];

export function agentsCommand(shell: Shell): Command {
  return new Command('agents')
    .description('your agents')
    .addCommand(list(shell))
    .addCommand(create(shell))
    .addCommand(rotate(shell))
    .addCommand(remove(shell));
}

function list(shell: Shell): Command {
  return new Command('ls')
    .description('list them, newest first')
    .action(async (_options, command: Command) => {
      const output = shell.output(command);
      const api = await shell.api(command);
      const agents = await answerOf(api.GET('/api/client/agents', { params: { query: {} } }));
      output.records(agents, COLUMNS, 'You have no agents yet. `svc agents create <name>` makes one.');
    });
}

function create(shell: Shell): Command {
  return new Command('create')
    .description('make an agent, and show its secret this once (needs the scope `agents`)')
    .argument('<name>')
    .addOption(
      new Option('--kind <kind>', 'what it may do')
        .choices(['interactive', 'approval-only'])
        .default('interactive'),
    )
    .option('--webhook <url>', 'where its events go while it is not connected')
    .action(async (name: string, options: { kind: Agent['kind']; webhook?: string }, command: Command) => {
      const api = await shell.api(command);
      const body = { agent_name: name, kind: options.kind, webhook_url: options.webhook ?? null };
      const made = await answerOf(api.POST('/api/client/agents', { body }));
      shell.output(command).result(made, () => variables(made.agent_id, made.secret));
    });
}

function rotate(shell: Shell): Command {
  return new Command('rotate')
    .description('give an agent a new secret, and show it this once (needs the scope `agents`)')
    .argument('<agent>', 'its id or name')
    .option('--grace <time>', 'how long the old one stays valid, such as 10m', secondsIn, 0)
    .action(async (given: string, { grace }: { grace: number }, command: Command) => {
      const api = await shell.api(command);
      const { agent_id } = await agentCalled(api, given);
      const params = { path: { agent_id } };
      const body = { grace_period_seconds: grace };
      const rotated = await answerOf(
        api.POST('/api/client/agents/{agent_id}/secret/rotate', { params, body }),
      );
      shell.output(command).result(rotated, () => variables(agent_id, rotated.secret));
    });
}

function remove(shell: Shell): Command {
  return new Command('rm')
    .description('delete an agent with everything that is its own')
    .argument('<agent>', 'its id or name')
    .option('--yes', 'do not ask')
    .action(async (given: string, { yes }: { yes?: true }, command: Command) => {
      const api = await shell.api(command);
      const output = shell.output(command);
      const { agent_id, agent_name } = await agentCalled(api, given);
      const what = `Delete ${cleanLine(agent_name)} (${agent_id}) with its conversations, tasks and runs?`;
      if (yes !== true) await confirmed(shell, what);
      await answerOf(api.DELETE('/api/client/agents/{agent_id}', { params: { path: { agent_id } } }));
      output.result({ agent_id, deleted: true }, () => `${agent_id} is deleted.`);
    });
}

/** As a shell and a file `.env` take them. */
function variables(agentId: string, secret: string): string[] {
  return [`AGENT_ID=${agentId}`, `AGENT_SECRET=${secret}`];
}

function reachedBy({ online, webhook_url }: Agent): string {
  if (online) return 'socket';
  return webhook_url === null ? '-' : 'webhook';
}

/** @throws CliError `usage` if there is no terminal; `interrupted` unless the answer is yes. */
export async function confirmed(
  { stdin, signal }: Pick<Shell, 'stdin' | 'signal'>,
  question: string,
): Promise<void> {
  if (!stdin.isTTY)
    throw new CliError('usage', 'Nobody is there to be asked.', {
      hint: 'Say --yes to do it without asking.',
    });
  const lines = createInterface({ input: stdin, output: process.stderr });
  try {
    const answer = await lines.question(`${question} [y/N] `, { signal });
    if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('interrupted', 'Nothing was done.');
  } finally {
    lines.close();
  }
}
