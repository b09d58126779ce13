import { Command } from 'commander';
import { agentApi } from '../api/agent-api.js';
import { answerOf } from '../api/client-api.js';
import type { ClientApi, Schemas } from '../api/client-api.js';
import { CliError } from '../errors.js';
import type { Shell } from '../shell.js';
import { cleanLine } from '../terminal/clean-text.js';
import { secondsIn } from './arguments.js';

interface AskOptions {
  action?: string;
  description?: string;
  key?: string;
  timeout: number;
}

/** How long one call waits for an answer, in seconds: what the service takes at most. */
const WAIT_SECONDS_MAX = 45;

export function askCommand(shell: Shell): Command {
  return new Command('ask')
    .description('ask a person as an agent (AGENT_ID, AGENT_SECRET), and wait: 0 is yes, 10 no, 11 no answer')
    .argument('<title>', 'the question')
    .option(
      '--action <action>',
      'what will be done, such as deploy:production; always-allow rules are compared with it',
    )
    .option('--description <markdown>', 'what one has to know to answer')
    .option('--key <key>', 'asking again under it returns the first question and its answer')
    .option('--timeout <time>', 'how long the question stays open', secondsIn, 3_600)
    .action(async (title: string, options: AskOptions, command: Command) => {
      const api = agentApi(shell, command);
      const output = shell.output(command);
      const { timeout, ...more } = options;
      const body = { title, ...more, expires_in_seconds: timeout };
      const asked = await answerOf(api.POST('/api/agent/decisions', { body }));
      output.note(`Asked: ${cleanLine(title)} (${asked.decision_id}). Waiting for a person …`);
      const decision = await resolved(api, asked.decision_id);
      output.result(decision, () =>
        [decision.status, cleanLine(decision.note ?? '')].filter(Boolean).join('\t'),
      );
      if (decision.status === 'rejected') throw new CliError('rejected', 'The person has said no.');
      if (decision.status !== 'approved')
        throw new CliError('unanswered', 'Nobody has answered in time, or the question was dismissed.');
    });
}

/** The service ends a question by itself when its time is over. */
async function resolved(api: ClientApi, decision_id: string): Promise<Schemas['Decision']> {
  const params = { path: { decision_id }, query: { wait: WAIT_SECONDS_MAX } };
  for (;;) {
    const decision = await answerOf(api.GET('/api/agent/decisions/{decision_id}', { params }));
    if (decision.status !== 'pending') return decision;
  }
}
