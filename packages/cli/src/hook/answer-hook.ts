import { Agent } from '@svc/agent';
import type { ActingAgent } from '../shell.js';
import type { HookInput } from './hook-input.js';
import { questionOf } from './question.js';

export interface HookRules {
  /** @throws if no agent is named. */
  agent: () => ActingAgent;
  waitSeconds: number;
  signal: AbortSignal;
}

interface Outcome {
  answer: 'allow' | 'deny';
  reason: string;
}

/** As a coding agent reads it. Never rejects: an error is no. */
export async function answerHook(input: HookInput, rules: HookRules): Promise<object> {
  const { answer, reason } = await outcomeOf(input, rules).catch((error: Error): Outcome => {
    return { answer: 'deny', reason: `The person could not be asked: ${error.message}` };
  });
  const hookEventName = input.event;
  if (hookEventName === 'PreToolUse') {
    const said = { permissionDecision: answer, permissionDecisionReason: reason };
    return { hookSpecificOutput: { hookEventName, ...said } };
  }
  const decision = answer === 'allow' ? { behavior: answer } : { behavior: answer, message: reason };
  return { hookSpecificOutput: { hookEventName, decision } };
}

async function outcomeOf(input: HookInput, { agent, waitSeconds, signal }: HookRules): Promise<Outcome> {
  // It has nothing to say beside its answer.
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const asking = new Agent({ ...agent(), handleSignals: false, log });
  const { key, ...question } = questionOf(input);
  const late = AbortSignal.timeout(waitSeconds * 1_000);
  const unanswered: Outcome = { answer: 'deny', reason: 'Nobody has answered in time.' };
  try {
    const { status, note, resolution_reason } = await asking.ask(
      { ...question, ...(key === undefined ? {} : { key }), expiresIn: `${waitSeconds}s` },
      { signal: AbortSignal.any([signal, late]) },
    );
    if (status === 'approved') return { answer: 'allow', reason: note ?? 'A person has approved it.' };
    if (resolution_reason === 'expired') return unanswered;
    return { answer: 'deny', reason: `A person has said no${note ? `: ${note}` : ''}` };
  } catch (error) {
    if (!late.aborted) throw error;
    return unanswered;
  }
}
