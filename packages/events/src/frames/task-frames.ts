/** What a frame says of a task. */
export interface FramedTask {
  taskId: string;
  name: string;
  prompt: string;
  schedule: string;
}

/** The JSON text of a `task_due` event (specification, "task_due"). */
export function taskDueFrame(task: FramedTask, runId: string): string {
  return JSON.stringify({
    type: 'task_due',
    task_id: task.taskId,
    run_id: runId,
    task_name: task.name,
    task_prompt: task.prompt,
    schedule: task.schedule,
  });
}

/** The JSON text of a `task_trigger` event (specification, "task_trigger"). `payload` is the JSON text of the inbound body. */
export function taskTriggerFrame(task: FramedTask, runId: string, payload: string): string {
  const head = JSON.stringify({
    type: 'task_trigger',
    task_id: task.taskId,
    run_id: runId,
    task_name: task.name,
    task_prompt: task.prompt,
  });
  return `${head.slice(0, -1)},"payload":${payload}}`;
}

const PAYLOAD_MARK = '","payload":';

/**
 * The JSON text of the payload in a `task_trigger` event that {@link taskTriggerFrame} wrote. A quotation mark within a string is escaped, so
 * that the mark is found where the prompt ends and nowhere before.
 */
export function payloadTextOf(frame: string): string {
  return frame.slice(frame.indexOf(PAYLOAD_MARK) + PAYLOAD_MARK.length, -1);
}
