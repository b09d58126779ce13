import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { agentCalled } from '../api/client-api.js';
import { CliError } from '../errors.js';
import type { Shell } from '../shell.js';
import { cleanLine } from '../terminal/clean-text.js';
import type { Style } from '../terminal/output.js';
import { agentFindings, secretFinding } from './doctor/agent-findings.js';
import { eventFinding } from './doctor/event-findings.js';
import type { Finding } from './doctor/finding.js';
import { serviceFindings } from './doctor/service-findings.js';
import { webhookFindings } from './doctor/webhook-findings.js';

const MARKS: Record<Finding['severity'], [mark: string, style: Style]> = {
  ok: ['✓', 'green'],
  note: ['•', 'yellow'],
  problem: ['✗', 'red'],
};

export function doctorCommand(program: CommandUnknownOpts, shell: Shell): void {
  program
    .command('doctor')
    .description(
      'find what keeps an agent from receiving, each with its remedy; ends with 12 if there is something',
    )
    .argument('<agent>', 'its id or name')
    .addHelpText('after', '\nWith AGENT_ID and AGENT_SECRET set, the secret is tried as well.')
    .action(async (name) => {
      const { api, output, service } = shell;
      // A service that does not answer ends this with its own message, which says the same.
      const ofService = await serviceFindings(service.url, shell.signal);
      const agent = await agentCalled(api, name);
      const findings = [
        ...ofService,
        await secretFinding(shell, agent),
        ...agentFindings(agent, Date.now()),
        ...(await webhookFindings(api, agent)),
        await eventFinding(api, agent),
      ];
      const { agent_id, agent_name } = agent;
      output.result({ agent_id, agent_name, findings }, () => [
        `${cleanLine(agent_name)} (${agent_id}) at ${service.url}`,
        ...findings.flatMap(({ severity, what, remedy }) => {
          const [mark, style] = MARKS[severity];
          const head = `${output.style(style, mark)} ${cleanLine(what)}`;
          return remedy === undefined ? [head] : [head, `    ${cleanLine(remedy)}`];
        }),
      ]);
      const problems = findings.filter(({ severity }) => severity === 'problem').length;
      if (problems > 0) throw new CliError('unwell', `Problems that keep it from receiving: ${problems}.`);
    });
}
