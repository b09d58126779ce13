import { createHash } from 'node:crypto';
import { HIDDEN_CHARACTERS } from '@svc/domain';
import type { HookInput } from './hook-input.js';

export interface HookQuestion {
  title: string;
  description: string;
  action: string;
  /** So that a repeated hook asks once; undefined where nothing tells two uses apart. */
  key: string | undefined;
}

const [TITLE_MAX, DESCRIPTION_MAX, ACTION_MAX] = [200, 4_000, 500];
/** The person sees the beginning and the end of what is longer. */
const SHOWN_MAX = 3_500;

/**
 * What a rule has to know of a use of these tools, and what may stand beside it without another meaning. If
 * there is anything else, or another tool, it has to know all of it. It says nothing of a file's contents.
 */
const MAIN_ARGUMENTS: Record<string, readonly [main: string, ...beside: string[]]> = {
  Bash: ['command', 'description', 'timeout', 'run_in_background'],
  Edit: ['file_path', 'old_string', 'new_string', 'replace_all'],
  NotebookEdit: ['notebook_path', 'cell_id', 'new_source', 'cell_type', 'edit_mode'],
  Read: ['file_path', 'offset', 'limit'],
  WebFetch: ['url', 'prompt'],
  WebSearch: ['query', 'allowed_domains', 'blocked_domains'],
  Write: ['file_path', 'content'],
  // Kinds of the Agent Client Protocol.
  execute: ['command', 'description', 'timeout'],
  fetch: ['url', 'prompt'],
};

/** Of a command these are shown as a comment, or mean nothing to a person. */
const SAID = ['description', 'timeout'];

export function questionOf({ toolName, toolInput, toolUseId, cwd }: HookInput): HookQuestion {
  const input = JSON.stringify(toolInput);
  const main = mainOf(toolName, toolInput);
  const action = `${toolName}:${main ?? input}`;
  const isPlain = action.length <= ACTION_MAX && visible(action) === action;
  const folder = cwd === undefined ? '' : `In \`${visible(cwd).replaceAll('`', "'").slice(0, 300)}\`:\n\n`;
  return {
    title: shortened(oneLine(`${toolName}: ${main ?? input}`), TITLE_MAX),
    description: shortened(`${folder}${fenced(shownOf(toolName, toolInput))}`, DESCRIPTION_MAX),
    // A rule for an action that is cut off, or hides something, would cover others as well: a hash names it.
    action: isPlain ? action : `${visible(toolName).slice(0, 100)}:sha256:${hashOf(input)}`,
    // The same id with another input is another question.
    key: toolUseId === undefined ? undefined : `hook/${hashOf(JSON.stringify([toolUseId, toolName, input]))}`,
  };
}

function mainOf(toolName: string, toolInput: Record<string, unknown>): string | undefined {
  const known = Object.hasOwn(MAIN_ARGUMENTS, toolName) ? MAIN_ARGUMENTS[toolName] : undefined;
  if (known === undefined || !Object.keys(toolInput).every((name) => known.includes(name))) return undefined;
  const value = toolInput[known[0]];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** All of the input: a command as it is typed, everything else as JSON. */
function shownOf(toolName: string, toolInput: Record<string, unknown>): string {
  const { description } = toolInput;
  const main = mainOf(toolName, toolInput);
  if (
    main === undefined ||
    Object.keys(toolInput).some((name) => !SAID.includes(name) && toolInput[name] !== main)
  )
    return JSON.stringify(toolInput, null, 2);
  return typeof description === 'string' ? `# ${oneLine(description)}\n${main}` : main;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A block of code that what is in it cannot end. */
function fenced(text: string): string {
  const clean = visible(text).replaceAll('```', String.raw`\u{60}\u{60}\u{60}`);
  const left = clean.length - SHOWN_MAX;
  const half = SHOWN_MAX / 2;
  const shown =
    left <= 0
      ? clean
      : `${clean.slice(0, half)}\n\n… ${left} characters are NOT SHOWN here …\n\n${clean.slice(-half)}`;
  return ['```', shown, '```'].join('\n');
}

function visible(text: string): string {
  return text.replaceAll(HIDDEN_CHARACTERS, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

function oneLine(text: string): string {
  return visible(text.replaceAll(/\s+/g, ' ').trim());
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
