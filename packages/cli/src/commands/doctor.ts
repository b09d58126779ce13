import { Command } from 'commander';
import { agentCalled } from '../api/client-api.js';
import { CliError } from '../errors.js';
import type { Shell } from '../shell.js';
import { cleanLine } from '../terminal/clean-text.js';
import type { Output, Style } from '../terminal/output.js';
import { agentFindings, secretFinding } from './doctor/agent-findings.js';
import { clockFinding } from './doctor/finding.js';
import { eventFindings } from './doctor/event-findings.js';
import type { Finding, Severity } from './doctor/finding.js';
import { webhookFindings } from './doctor/webhook-findings.js';

const MARKS: Record<Severity, { mark: string; style: Style }> = {
  ok: { mark: '✓', style: 'green' },
  note: { mark: '•', style: 'yellow' },
  problem: { mark: '✗', style: 'red' },
};

export function doctorCommand(shell: Shell): Command {
  return new Command('doctor')
    .description(
      'find what keeps an agent from receiving, each with its remedy; ends with 12 if there is something',
    )
    .argument('<agent>', 'its id or name')
    .option('--no-test', 'do not send a test request to its webhook')
    .addHelpText('after', '\nWith AGENT_ID and AGENT_SECRET set, the secret is tried as well.')
    .action(async (given: string, { test }: { test: boolean }, command: Command) => {
      const output = shell.output(command);
      // A service that does not answer ends this with its own message, which says the same.
      const { url } = await shell.service(command);
      const clock = await clockFinding(url, shell.signal);
      const api = await shell.api(command);
      const agent = await agentCalled(api, given);
      const findings = [
        ...clock,
        await secretFinding(shell, command, agent),
        ...agentFindings(agent, Date.now()),
        ...(await webhookFindings(api, agent, { isTested: test })),
        ...(await eventFindings(api, agent)),
      ];
      const { agent_id, agent_name } = agent;
      output.result({ agent_id, agent_name, findings }, () => [
        `${cleanLine(agent_name)} (${agent_id}) at ${url}`,
        ...findings.flatMap((finding) => linesOf(output, finding)),
      ]);
      const count = findings.filter(({ severity }) => severity === 'problem').length;
      if (count > 0)
        throw new CliError(
          'unwell',
          `${count} ${count === 1 ? 'thing keeps' : 'things keep'} it from receiving.`,
        );
    });
}

function linesOf(output: Output, { severity, what, remedy }: Finding): string[] {
  const { mark, style } = MARKS[severity];
  const head = `${output.style(style, mark)} ${cleanLine(what)}`;
  return remedy === undefined ? [head] : [head, `    ${cleanLine(remedy)}`];
}
