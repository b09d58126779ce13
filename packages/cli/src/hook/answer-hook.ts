import type { Readable } from 'node:stream';
import { Agent } from '@svc/agent';
import type { Decision } from '@svc/agent';
import type { ActingAgent } from '../settings/acting-agent.js';
import { questionOf } from './question.js';
import { CliError } from '../errors.js';

export interface HookRules {
  /** @throws if no agent is named. */
  agent: () => ActingAgent;
  waitSeconds: number;
  /** What is said if nobody answers in time. */
  otherwise: 'deny' | 'ask';
  signal: AbortSignal;
}

type Verdict = { answer: 'allow' | 'deny' | 'ask'; reason: string };

/** The answer of the hook, as its coding agent reads it; `null` for none, which leaves the question to the terminal. Rejects never: what goes wrong is no. */
export async function answerHook(input: HookInput, rules: HookRules): Promise<object | null> {
  let verdict: Verdict;
  try {
    verdict = await verdictOf(input, rules);
  } catch (error) {
    verdict = { answer: 'deny', reason: `The person could not be asked: ${(error as Error).message}` };
  }
  return outputOf(input.event, verdict);
}

async function verdictOf(
  input: HookInput,
  { agent, waitSeconds, otherwise, signal }: HookRules,
): Promise<Verdict> {
  const { agentId, secret, url } = agent();
  // It has nothing to say beside its answer.
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const asking = new Agent({ agentId, secret, url, handleSignals: false, log });
  const { key, ...question } = questionOf(input);
  const late = AbortSignal.timeout(waitSeconds * 1_000);
  try {
    const decision = await asking.ask(
      { ...question, ...(key === undefined ? {} : { key }), expiresIn: `${waitSeconds}s` },
      { signal: AbortSignal.any([signal, late]) },
    );
    return said(decision, otherwise);
  } catch (error) {
    if (!late.aborted) throw error;
    return { answer: otherwise, reason: NOBODY };
  }
}

const NOBODY = 'Nobody has answered in time.';

function said({ status, note, resolution_reason }: Decision, otherwise: 'deny' | 'ask'): Verdict {
  if (status === 'approved') return { answer: 'allow', reason: note ?? 'A person has approved it.' };
  if (resolution_reason === 'expired') return { answer: otherwise, reason: NOBODY };
  const why = note === null || note === '' ? '' : `: ${note}`;
  return { answer: 'deny', reason: `A person has said no${why}` };
}

function outputOf(event: HookInput['event'], { answer, reason }: Verdict): object | null {
  if (event === 'PreToolUse')
    return {
      hookSpecificOutput: {
        hookEventName: event,
        permissionDecision: answer,
        permissionDecisionReason: reason,
      },
    };
  if (answer === 'ask') return null;
  const decision = answer === 'allow' ? { behavior: answer } : { behavior: answer, message: reason };
  return { hookSpecificOutput: { hookEventName: event, decision } };
}

/** What a coding agent tells its permission hook. */
export interface HookInput {
  event: 'PreToolUse' | 'PermissionRequest';
  toolName: string;
  toolInput: Record<string, unknown>;
  /** What the coding agent calls this use of the tool; undefined where it says none. */
  toolUseId: string | undefined;
  /** Its working folder. */
  cwd: string | undefined;
}

/** A file that is written may be in it. */
const INPUT_BYTES_MAX = 16 * 1024 * 1024;

/** @throws CliError `usage`, whose exit code a coding agent takes for no, if it is not what such a hook gets. */
export async function readHookInput(stdin: Readable): Promise<HookInput> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > INPUT_BYTES_MAX) throw unreadable('it is over 16 MiB');
    chunks.push(Buffer.from(chunk));
  }
  return hookInput(Buffer.concat(chunks).toString('utf8'));
}

export function hookInput(text: string): HookInput {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch {
    throw unreadable('it is no JSON');
  }
  if (typeof input !== 'object' || input === null) throw unreadable('it is no object');
  const {
    hook_event_name: event,
    tool_name: toolName,
    tool_input: given,
    ...rest
  } = input as Record<string, unknown>;
  if (event !== 'PreToolUse' && event !== 'PermissionRequest')
    throw unreadable(`the event is ${JSON.stringify(event)}, and not PreToolUse or PermissionRequest`);
  if (typeof toolName !== 'string' || toolName === '') throw unreadable('it names no tool');
  const toolInput = given ?? {};
  if (typeof toolInput !== 'object') throw unreadable('tool_input is no object');
  const { tool_use_id: id, cwd } = rest;
  return {
    ...{ event, toolName, toolInput: toolInput as Record<string, unknown> },
    toolUseId: typeof id === 'string' && id !== '' ? id : undefined,
    cwd: typeof cwd === 'string' ? cwd : undefined,
  };
}

function unreadable(why: string): CliError {
  return new CliError('usage', `This is not what a permission hook gets: ${why}.`);
}
