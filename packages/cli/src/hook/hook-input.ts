import { CliError } from '../errors.js';

export interface HookInput {
  event: 'PreToolUse' | 'PermissionRequest';
  toolName: string;
  toolInput: Record<string, unknown>;
  /** What the coding agent calls this use of the tool; undefined where it says none. */
  toolUseId: string | undefined;
  cwd: string | undefined;
}

/** @throws CliError `usage`, whose exit code a coding agent takes for no, if it is no such input. */
export function hookInput(text: string): HookInput {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch {
    throw unreadable('it is no JSON');
  }
  if (typeof input !== 'object' || input === null) throw unreadable('it is no object');
  const fields = input as Record<string, unknown>;
  const { hook_event_name: event, tool_name: toolName, tool_use_id: id, cwd } = fields;
  const toolInput = fields['tool_input'] ?? {};
  if (event !== 'PreToolUse' && event !== 'PermissionRequest')
    throw unreadable(`the event is ${JSON.stringify(event)}, and not PreToolUse or PermissionRequest`);
  if (typeof toolName !== 'string' || toolName === '') throw unreadable('it names no tool');
  if (typeof toolInput !== 'object') throw unreadable('tool_input is no object');
  return {
    ...{ event, toolName, toolInput: toolInput as Record<string, unknown> },
    toolUseId: typeof id === 'string' && id !== '' ? id : undefined,
    cwd: typeof cwd === 'string' ? cwd : undefined,
  };
}

function unreadable(why: string): CliError {
  return new CliError('usage', `This is not what a permission hook gets: ${why}.`);
}
