import { Agent } from '@svc/agent';
import type { Decision } from '@svc/agent';
import type { ActingAgent } from '../shell.js';
import type { HookInput } from './hook-input.js';
import { questionOf } from './question.js';

export interface HookRules {
  /** @throws if no agent is named. */
  agent: () => ActingAgent;
  waitSeconds: number;
  /** What is said if the person does not answer in time. */
  otherwise: 'deny' | 'ask';
  signal: AbortSignal;
}

type Outcome = { answer: 'allow' | 'deny' | 'ask'; reason: string };

/** As a coding agent reads it; `null` leaves the question to the terminal. Never rejects: an error is no. */
export async function answerHook(input: HookInput, rules: HookRules): Promise<object | null> {
  let outcome: Outcome;
  try {
    outcome = await outcomeOf(input, rules);
  } catch (error) {
    outcome = { answer: 'deny', reason: `The person could not be asked: ${(error as Error).message}` };
  }
  return outputOf(input.event, outcome);
}

async function outcomeOf(
  input: HookInput,
  { agent, waitSeconds, otherwise, signal }: HookRules,
): Promise<Outcome> {
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

function said({ status, note, resolution_reason }: Decision, otherwise: 'deny' | 'ask'): Outcome {
  if (status === 'approved') return { answer: 'allow', reason: note ?? 'A person has approved it.' };
  if (resolution_reason === 'expired') return { answer: otherwise, reason: NOBODY };
  const why = note === null || note === '' ? '' : `: ${note}`;
  return { answer: 'deny', reason: `A person has said no${why}` };
}

function outputOf(event: HookInput['event'], { answer, reason }: Outcome): object | null {
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
