import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { answerOf, optional } from '../api/client-api.js';
import type { ClientApi, Schemas } from '../api/client-api.js';
import { CliError } from '../errors.js';
import type { Shell } from '../shell.js';
import { cleanLine, cleanText } from '../terminal/clean-text.js';
import type { Column } from '../terminal/output.js';
import { jsonTextIn, secondsIn } from './arguments.js';

const COLUMNS: readonly Column<Schemas['ClientDecision']>[] = [
  ['id', ({ decision_id }) => decision_id],
  ['title', ({ title }) => title],
  ['action', ({ action }) => action ?? '-'],
  ['until', ({ expires_at }) => expires_at ?? '-'],
];

/** How long one call waits for an answer, in seconds: what the service takes at most. */
const WAIT_SECONDS_MAX = 45;
/** How long each such call takes at least, in milliseconds. */
const ROUND_MS_MIN = 1_000;

export function decisionsCommands(program: CommandUnknownOpts, shell: Shell): void {
  const decisions = program.command('decisions').description('what your agents ask you for');

  decisions
    .command('ls')
    .description('list those that are open, newest first')
    .action(async () => {
      const { api, output } = shell;
      const query = { status: 'pending' } as const;
      const found = await answerOf(api.GET('/api/client/decisions', { params: { query } }));
      output.records(found, COLUMNS, 'Nobody asks for anything.');
    });

  decisions
    .command('approve')
    .description('say yes (needs the scope `decisions`)')
    .argument('<decision>', 'its id')
    .option('--note <text>', 'what the agent is told with it')
    .option('--answer <json>', 'the fields of its form; what is proposed unless given')
    .action(async (decision_id, { note, answer: json }) => {
      const { api, stdin } = shell;
      const answer = json === undefined ? await proposedFor(api, decision_id) : await answerIn(json, stdin);
      await resolve(shell, decision_id, { status: 'approved', ...optional({ note, answer }) });
    });

  decisions
    .command('reject')
    .description('say no (needs the scope `decisions`)')
    .argument('<decision>', 'its id')
    .option('--note <text>', 'what the agent is told with it')
    .action((decision_id, { note }) =>
      resolve(shell, decision_id, { status: 'rejected', ...optional({ note }) }),
    );

  decisions
    .command('ask')
    .description('ask a person as an agent (AGENT_ID, AGENT_SECRET), and wait: 0 is yes, 10 no, 11 no answer')
    .argument('<title>', 'the question')
    .option(
      '--action <action>',
      'what will be done, such as deploy:production; always-allow rules are compared with it',
    )
    .option('--description <markdown>', 'what one has to know to answer')
    .option('--key <key>', 'asking again under it returns the first question and its answer')
    .option('--timeout <time>', 'how long the question stays open', secondsIn, 3_600)
    .action(async (title, { timeout, ...more }) => {
      const { agentApi, output } = shell;
      const body = { title, expires_in_seconds: timeout, ...optional(more) };
      const asked = await answerOf(agentApi.POST('/api/agent/decisions', { body }));
      // A rule, or an answer under the same key, may have resolved it.
      if (asked.status === 'pending')
        output.note(`Asked: ${cleanLine(title)} (${asked.decision_id}). Waiting for a person …`);
      const decision = await answered(shell, asked, timeout);
      const { status, note } = decision;
      output.result(decision, () => [status, cleanLine(note ?? '')].filter(Boolean).join('\t'));
      if (status === 'rejected') throw new CliError('rejected', 'The person has said no.');
      if (status !== 'approved')
        throw new CliError('unanswered', 'Nobody has answered in time, or the question was dismissed.');
    });
}

/** The service ends a question by itself when its time is over. Until then the wait survives its restarts. */
async function answered(
  { agentApi, signal }: Shell,
  asked: Schemas['Decision'],
  timeoutSeconds: number,
): Promise<Schemas['Decision']> {
  const endMs = performance.now() + timeoutSeconds * 1_000;
  const params = { path: { decision_id: asked.decision_id }, query: { wait: WAIT_SECONDS_MAX } };
  let decision = asked;
  while (decision.status === 'pending') {
    const beganMs = performance.now();
    try {
      decision = await answerOf(agentApi.GET('/api/agent/decisions/{decision_id}', { params }));
      if (decision.status !== 'pending') break;
    } catch (error) {
      const isPassing = error instanceof CliError && ['unreachable', 'limited'].includes(error.code);
      if (!isPassing || performance.now() > endMs) throw error;
    }
    // A wait may be answered early, such as while the service stops.
    await sleep(Math.max(0, beganMs + ROUND_MS_MIN - performance.now()), undefined, { signal });
  }
  return decision;
}

async function resolve(
  { api, output }: Shell,
  decision_id: string,
  body: Schemas['DecisionResolution'],
): Promise<void> {
  const call = { params: { path: { decision_id } }, body };
  const resolved = await answerOf(api.POST('/api/client/decisions/{decision_id}/resolve', call));
  const { title, status, note } = resolved;
  output.result(resolved, () => [`${cleanLine(title)}: ${status}`, ...(note ? [cleanText(note)] : [])]);
}

async function answerIn(json: string, stdin: NodeJS.ReadStream): Promise<Schemas['AnswerValues']> {
  return JSON.parse(await jsonTextIn(json, stdin)) as Schemas['AnswerValues'];
}

/** A request with a form is approved with what the agent proposes, if the person changes nothing. */
async function proposedFor(
  api: ClientApi,
  decision_id: string,
): Promise<Schemas['AnswerValues'] | undefined> {
  const params = { path: { decision_id } };
  const { answer_schema, proposed } = await answerOf(
    api.GET('/api/client/decisions/{decision_id}', { params }),
  );
  return answer_schema === undefined ? undefined : (proposed ?? {});
}
