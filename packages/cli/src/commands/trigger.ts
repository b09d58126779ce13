import { Command } from 'commander';
import { answerOf, serviceApi } from '../api/client-api.js';
import { CliError } from '../errors.js';
import type { Shell } from '../shell.js';
import { jsonTextIn } from './arguments.js';

export function triggerCommand(shell: Shell): Command {
  return new Command('trigger')
    .description('start a run of an event task by its trigger')
    .argument('<task>', 'its id, or the trigger id itself, which needs no login')
    .option('-d, --data <json>', 'what is sent: a JSON object, @file, or @- for the standard input', '{}')
    .option('-k, --key <key>', 'tells this call apart from others instead of what is sent (Idempotency-Key)')
    .action(async (given: string, { data, key }: { data: string; key?: string }, command: Command) => {
      const json = await jsonTextIn(data, shell.stdin);
      const { url } = await shell.service(command);
      const trigger_id = /^[0-9a-f]{64}$/.test(given) ? given : await triggerOf(shell, command, given);
      // It shows no key: the trigger id is the credential.
      const api = serviceApi(url, shell.fetchOptions(command));
      const outcome = await answerOf(
        api.POST('/webhook/{trigger_id}', {
          params: {
            path: { trigger_id },
            ...(key !== undefined && { header: { 'Idempotency-Key': key } }),
          },
          ...{ body: {}, bodySerializer: () => json },
        }),
      );
      const { status, run_id } = outcome as { status?: string; run_id?: string };
      shell
        .output(command)
        .result(outcome, () => [status, run_id].filter((each) => each !== undefined).join('\t'));
    });
}

async function triggerOf(shell: Shell, command: Command, task_id: string): Promise<string> {
  const api = await shell.api(command);
  const task = await answerOf(api.GET('/api/client/tasks/{task_id}', { params: { path: { task_id } } }));
  if (task.trigger_id !== undefined) return task.trigger_id;
  throw new CliError('refused', 'The task has no trigger: it runs by its schedule.', {
    hint: `\`svc tasks run ${task_id}\` runs it now.`,
  });
}
