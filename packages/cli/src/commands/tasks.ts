import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { agentCalled, answerOf } from '../api/client-api.js';
import type { Schemas } from '../api/client-api.js';
import type { Shell } from '../shell.js';
import { cleanText } from '../terminal/clean-text.js';
import type { Column } from '../terminal/output.js';

type Run = Schemas['ClientRun'];

const RUNS_LISTED_MAX = 20;

const TASK_COLUMNS: readonly Column<Schemas['Task']>[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['schedule', ({ schedule }) => schedule],
  ['next', ({ next_run_at, enabled }) => (enabled ? (next_run_at ?? '-') : 'disabled')],
  ['last', ({ last_run_status }) => last_run_status ?? '-'],
];

const RUN_COLUMNS: readonly Column<Run>[] = [
  ['id', ({ id }) => id],
  ['status', ({ status, failure_reason: why }) => (why === undefined ? status : `${status} (${why})`)],
  ['began', ({ started_at }) => started_at],
  ['by', ({ origin }) => origin],
  ['summary', ({ summary, progress }) => summary ?? progress?.text ?? ''],
];

export function tasksCommands(program: CommandUnknownOpts, shell: Shell): void {
  const tasks = program.command('tasks').description('tasks of your agents, and their runs');

  tasks
    .command('ls')
    .description('list the tasks of an agent, oldest first')
    .argument('<agent>', 'its id or name')
    .action(async (name) => {
      const { api, output } = shell;
      const { agent_id } = await agentCalled(api, name);
      const params = { path: { agent_id } };
      const found = await answerOf(api.GET('/api/client/agents/{agent_id}/tasks', { params }));
      output.records(found, TASK_COLUMNS, 'The agent has no tasks.');
    });

  tasks
    .command('run')
    .description('run a task now')
    .argument('<task>', 'its id')
    .action(async (task_id) => {
      const { api, output } = shell;
      const params = { path: { task_id } };
      const { run_id } = await answerOf(api.POST('/api/client/tasks/{task_id}/run', { params }));
      output.result({ run_id }, () => run_id);
    });

  tasks
    .command('logs')
    .description('the runs of a task, newest first, or all of one run')
    .argument('<task-or-run>', 'the id of a task or of a run')
    .action(async (id) => {
      const { api, output } = shell;
      if (id.startsWith('run_')) {
        const found = await answerOf(
          api.GET('/api/client/runs/{run_id}', { params: { path: { run_id: id } } }),
        );
        return output.result(found, () => linesOf(found));
      }
      const params = { path: { task_id: id }, query: { limit: RUNS_LISTED_MAX } };
      const runs = await answerOf(api.GET('/api/client/tasks/{task_id}/runs', { params }));
      output.records(runs, RUN_COLUMNS, 'The task has not run yet.');
    });
}

function linesOf(run: Schemas['ClientRunDetails']): string[] {
  const { progress, summary, finished_at } = run;
  return [
    `${run.id} of ${run.task_name ?? 'a deleted task'}: ${run.status}`,
    `began ${run.started_at}${finished_at === null ? '' : `, ended ${finished_at}`}`,
    ...(progress === undefined ? [] : [progressOf(progress)]),
    ...run.context.map(({ created_at, text }) => `${created_at}  ${text}`),
    ...(summary === null ? [] : [summary]),
  ].map(cleanText);
}

function progressOf({ percent, text }: NonNullable<Run['progress']>): string {
  return percent === undefined ? text : `${percent} %: ${text}`;
}
