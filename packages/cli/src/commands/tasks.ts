import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { agentCalled, answerOf } from '../api/client-api.js';
import type { ClientApi, Schemas } from '../api/client-api.js';
import { CliError } from '../errors.js';
import type { Shell } from '../shell.js';
import { cleanText, cleanLine } from '../terminal/clean-text.js';
import type { Column } from '../terminal/output.js';
import { integerWithin } from './arguments.js';

type Task = Schemas['Task'];
type Run = Schemas['ClientRun'];

/** How often `run --wait` looks, in milliseconds. */
const LOOK_MS = 2_000;

const TASK_COLUMNS: readonly Column<Task>[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['schedule', ({ schedule }) => schedule],
  ['next', ({ next_run_at, enabled }) => (enabled ? (next_run_at ?? '-') : 'disabled')],
  ['last', ({ last_run_status }) => last_run_status ?? '-'],
];

const RUN_COLUMNS: readonly Column<Run>[] = [
  ['id', ({ id }) => id],
  [
    'status',
    ({ status, failure_reason }) => (failure_reason === undefined ? status : `${status} (${failure_reason})`),
  ],
  ['began', ({ started_at }) => started_at],
  ['by', ({ origin }) => origin],
  ['summary', ({ summary, progress }) => summary ?? progress?.text ?? ''],
];

export function tasksCommand(shell: Shell): Command {
  return new Command('tasks')
    .description('tasks of your agents, and their runs')
    .addCommand(list(shell))
    .addCommand(run(shell))
    .addCommand(logs(shell));
}

function list(shell: Shell): Command {
  return new Command('ls')
    .description('list the tasks of an agent, oldest first')
    .argument('<agent>', 'its id or name')
    .action(async (given: string, _options, command: Command) => {
      const api = await shell.api(command);
      const { agent_id } = await agentCalled(api, given);
      const params = { path: { agent_id }, query: {} };
      const tasks = await answerOf(api.GET('/api/client/agents/{agent_id}/tasks', { params }));
      shell.output(command).records(tasks, TASK_COLUMNS, 'The agent has no tasks.');
    });
}

function run(shell: Shell): Command {
  return new Command('run')
    .description('run a task now')
    .argument('<task>', 'its id')
    .option('--wait', 'wait until the run has ended; a run that fails ends this with 1')
    .action(async (task_id: string, { wait }: { wait?: true }, command: Command) => {
      const api = await shell.api(command);
      const output = shell.output(command);
      const params = { path: { task_id } };
      const { run_id } = await answerOf(api.POST('/api/client/tasks/{task_id}/run', { params }));
      if (wait !== true) return output.result({ run_id }, () => run_id);
      const ended = await runReport(api, {
        runId: run_id,
        signal: shell.signal,
        note: (text) => output.note(text),
      });
      output.result(ended, () =>
        [`${run_id} is ${ended.status}.`, cleanText(ended.summary ?? '')].filter(Boolean),
      );
      if (ended.status !== 'completed') throw new CliError('failed', `The run is ${ended.status}.`);
    });
}

function logs(shell: Shell): Command {
  return new Command('logs')
    .description('the runs of a task, newest first, or all of one run')
    .argument('<task-or-run>', 'the id of a task or of a run')
    .option('-n, --limit <count>', 'how many runs', integerWithin(1, 100), 20)
    .action(async (id: string, { limit }: { limit: number }, command: Command) => {
      const api = await shell.api(command);
      const output = shell.output(command);
      if (id.startsWith('run_')) {
        const found = await detailsOf(api, id);
        return output.result(found, () => linesOf(found));
      }
      const params = { path: { task_id: id }, query: { limit } };
      const runs = await answerOf(api.GET('/api/client/tasks/{task_id}/runs', { params }));
      output.records(runs, RUN_COLUMNS, 'The task has not run yet.');
    });
}

function detailsOf(api: ClientApi, run_id: string): Promise<Schemas['ClientRunDetails']> {
  return answerOf(api.GET('/api/client/runs/{run_id}', { params: { path: { run_id } } }));
}

function linesOf(run: Schemas['ClientRunDetails']): string[] {
  const { progress, summary } = run;
  return [
    `${run.id} of ${cleanText(run.task_name ?? 'a deleted task')}: ${run.status}`,
    `began ${run.started_at}${run.finished_at === null ? '' : `, ended ${run.finished_at}`}`,
    ...(progress === undefined
      ? []
      : [
          `${progress.percent ?? ''}${progress.percent === undefined ? '' : ' %: '}${cleanText(progress.text)}`,
        ]),
    ...run.context.map(({ created_at, text }) => `${created_at}  ${cleanText(text)}`),
    ...(summary === null ? [] : [cleanText(summary)]),
  ];
}

export async function runReport(
  api: ClientApi,
  { runId, signal, note }: { runId: string; signal: AbortSignal; note: (text: string) => void },
): Promise<Schemas['ClientRunDetails']> {
  let said = '';
  for (;;) {
    const run = await answerOf(api.GET('/api/client/runs/{run_id}', { params: { path: { run_id: runId } } }));
    if (run.status !== 'pending' && run.status !== 'running') return run;
    const percent = run.progress?.percent;
    const text = run.progress === undefined ? `The run is ${run.status} …` : cleanLine(run.progress.text);
    const line = percent === undefined ? text : `${percent} %: ${text}`;
    if (line !== said) note(line);
    said = line;
    await sleep(LOOK_MS, undefined, { signal });
  }
}
