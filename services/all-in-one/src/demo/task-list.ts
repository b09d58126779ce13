import type { Task } from './agent-api.js';

/** Tasks that are shown; the console shows them all. */
const TASKS_SHOWN_MAX = 10;

/** Ada's words about her tasks, with a command that calls the first one that has a webhook. */
export function taskListText(tasks: readonly Task[], publicBaseUrl: string): string {
  if (tasks.length === 0) return 'I have no tasks. Make me one in the console, by schedule or by webhook.';
  const lines = tasks.slice(0, TASKS_SHOWN_MAX).map((task) => `- **${task.name}**: ${whenOf(task)}`);
  const hidden = tasks.length - lines.length;
  const parts = ['My tasks:', [...lines, ...(hidden > 0 ? [`- and ${hidden} more`] : [])].join('\n')];
  const triggered = tasks.find((task) => task.enabled && typeof task.trigger_id === 'string');
  if (triggered !== undefined) {
    const url = `${publicBaseUrl}/webhook/${triggered.trigger_id}`;
    const command = `curl -X POST ${url} -H 'content-type: application/json' -d '{"version":"1.2.3"}'`;
    parts.push(
      `Call *${triggered.name}* from a terminal, and its run shows up here:`,
      `\`\`\`sh\n${command}\n\`\`\``,
    );
  }
  return parts.join('\n\n');
}

function whenOf(task: Task): string {
  if (!task.enabled) return 'off';
  if (task.schedule === 'event') return 'when its webhook is called';
  const next = typeof task.next_run_at === 'string' ? `, next at ${task.next_run_at.slice(0, 16)}Z` : '';
  return `\`${task.schedule}\`${next}`;
}
