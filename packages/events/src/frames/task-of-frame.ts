/** So much of a frame is looked at, in characters. Before the id of the task stand the type and other ids. */
const HEAD_LENGTH = 1_000;

/**
 * The id of the task in the frame of an event of a run, as SQL; `frame` is an SQL expression. The log has only the id of the run, and retention may remove the
 * run, which knows its task, before the event. The frame is kept as long as the event. Of a large frame PostgreSQL reads no more than its head. No text
 * within the frame can look like the field, because its quotation marks are escaped.
 */
export function taskOfFrameSql(frame: string): string {
  return `substring(left(${frame}, ${HEAD_LENGTH}) FROM '"task_id":"([^"]+)"')`;
}
