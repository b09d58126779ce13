import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { answerOf, optional } from '../api/client-api.js';
import { CliError } from '../errors.js';
import type { Shell } from '../shell.js';
import { jsonTextIn } from './arguments.js';

export function triggerCommand(program: CommandUnknownOpts, shell: Shell): void {
  program
    .command('trigger')
    .description('start a run of an event task by its trigger')
    .argument('<task>', 'its id, or the trigger id itself, which needs no login')
    .option('-d, --data <json>', 'what is sent: a JSON object, @file, or @- for the standard input', '{}')
    .option('-k, --key <key>', 'tells this call apart from others instead of what is sent (Idempotency-Key)')
    .action(async (task, { data, key }) => {
      const json = await jsonTextIn(data, shell.stdin);
      const trigger_id = /^[0-9a-f]{64}$/.test(task) ? task : await triggerOf(shell, task);
      const params = { path: { trigger_id }, header: optional({ 'Idempotency-Key': key }) };
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
