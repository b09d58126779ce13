import { eventFrame } from './event-frame.js';

/** What a frame says of a task. */
export interface FramedTask {
  taskId: string;
  name: string;
  prompt: string;
  schedule: string;
}

/** The JSON text of a `task_due` event (specification, "task_due"). */
export function taskDueFrame(task: FramedTask, runId: string): string {
  return eventFrame({
    type: 'task_due',
    task_id: task.taskId,
    run_id: runId,
    task_name: task.name,
    task_prompt: task.prompt,
    schedule: task.schedule,
  });
}
