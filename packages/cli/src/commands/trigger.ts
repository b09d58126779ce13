import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { answerOf } from '../api/client-api.js';
import { CliError } from '../errors.js';
import type { Shell } from '../shell.js';
import { jsonTextIn } from './arguments.js';

export function triggerCommand(program: CommandUnknownOpts, shell: Shell): void {
  program
    .command('trigger')
    .description('start a run of an event task by its trigger')
    .argument('<task>', 'its id')
    .option('-d, --data <json>', 'what is sent: a JSON object, @file, or @- for the standard input', '{}')
    .action(async (task, { data }) => {
      const json = await jsonTextIn(data, shell.stdin);
      const params = { path: { trigger_id: await triggerOf(shell, task) } };
      // It shows no key: the trigger id is the credential.
      const outcome = await answerOf(
        shell.openApi.POST('/webhook/{trigger_id}', { params, body: {}, bodySerializer: () => json }),
      );
      const { status, run_id } = outcome as { status?: string; run_id?: string };
      shell.output.result(outcome, () => [status, run_id].filter((each) => each !== undefined).join('\t'));
    });
}

async function triggerOf({ api }: Shell, task_id: string): Promise<string> {
  const task = await answerOf(api.GET('/api/client/tasks/{task_id}', { params: { path: { task_id } } }));
  if (task.trigger_id !== undefined) return task.trigger_id;
  throw new CliError('refused', 'The task has no trigger: it runs by its schedule.', {
    hint: `\`svc tasks run ${task_id}\` runs it now.`,
  });
}
