import type { TaskTriggerEvent } from '@svc/proto-events';
import type { FramedTask } from './task-due.js';

/**
 * The JSON text of a `task_trigger` event (specification, "task_trigger").
 *
 * @param payload the JSON text of the inbound body, which stands in the frame as it came.
 */
export function taskTriggerFrame(task: FramedTask, runId: string, payload: string): string {
  const head: Omit<TaskTriggerEvent, 'payload'> = {
    type: 'task_trigger',
    task_id: task.taskId,
    run_id: runId,
    task_name: task.name,
    task_prompt: task.prompt,
  };
  return withPayload(`${JSON.stringify(head).slice(0, -1)},"payload":`, payload);
}

/** The whole frame of its beginning and the payload. */
export function withPayload(head: string, payload: string): string {
  return `${head}${payload}}`;
}

const PAYLOAD_MARK = '","payload":';

/**
 * The JSON text of the payload in a `task_trigger` event that {@link taskTriggerFrame} wrote. A quotation mark within a string is escaped, so
 * that the mark is found where the prompt ends and nowhere before.
 */
export function payloadTextOf(frame: string): string {
  return frame.slice(frame.indexOf(PAYLOAD_MARK) + PAYLOAD_MARK.length, -1);
}
