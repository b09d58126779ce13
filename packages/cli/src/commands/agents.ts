import { Option } from '@commander-js/extra-typings';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { agentCalled, answerOf } from '../api/client-api.js';
import type { Agent } from '../api/client-api.js';
import type { Shell } from '../shell.js';
import type { Column } from '../terminal/output.js';
import { secondsIn } from './arguments.js';

const COLUMNS: readonly Column<Agent>[] = [
  ['id', ({ agent_id }) => agent_id],
  ['name', ({ agent_name }) => agent_name],
  ['kind', ({ kind }) => kind],
  ['status', ({ status }) => status],
  ['reached by', ({ online, webhook_url }) => (online ? 'socket' : webhook_url === null ? '-' : 'webhook')],
];

export function agentsCommands(program: CommandUnknownOpts, shell: Shell): void {
  const agents = program.command('agents').description('your agents');

  agents
    .command('ls')
    .description('list them, newest first')
    .action(async () => {
      const found = await answerOf(shell.api.GET('/api/client/agents'));
      shell.output.records(found, COLUMNS, 'You have no agents yet. `svc agents create <name>` makes one.');
    });

  agents
    .command('create')
    .description('make an agent, and show its secret this once (needs the scope `agents`)')
    .argument('<name>')
    .addOption(
      new Option('--kind <kind>', 'what it may do')
        .choices(['interactive', 'approval-only'] as const)
        .default('interactive' as const),
    )
    .option('--webhook <url>', 'where its events go while it is not connected')
    .action(async (agent_name, { kind, webhook = null }) => {
      const body = { agent_name, kind, webhook_url: webhook };
      const made = await answerOf(shell.api.POST('/api/client/agents', { body }));
      shell.output.result(made, () => variables(made.agent_id, made.secret));
    });

  agents
    .command('rotate')
    .description('give an agent a new secret, and show it this once (needs the scope `agents`)')
    .argument('<agent>', 'its id or name')
    .option('--grace <time>', 'how long the old one stays valid, such as 10m', secondsIn, 0)
    .action(async (name, { grace }) => {
      const { api, output } = shell;
      const { agent_id } = await agentCalled(api, name);
      const call = { params: { path: { agent_id } }, body: { grace_period_seconds: grace } };
      const rotated = await answerOf(api.POST('/api/client/agents/{agent_id}/secret/rotate', call));
      output.result(rotated, () => variables(agent_id, rotated.secret));
    });

  agents
    .command('rm')
    .description('delete an agent with everything that is its own')
    .argument('<agent>', 'its id or name')
    .requiredOption('--yes', 'nobody is asked')
    .action(async (name) => {
      const { api, output } = shell;
      const { agent_id } = await agentCalled(api, name);
      await answerOf(api.DELETE('/api/client/agents/{agent_id}', { params: { path: { agent_id } } }));
      output.result({ agent_id, deleted: true }, () => `${agent_id} is deleted.`);
    });
}

/** As a shell and a file `.env` take them. */
function variables(agentId: string, secret: string): string[] {
  return [`AGENT_ID=${agentId}`, `AGENT_SECRET=${secret}`];
}
