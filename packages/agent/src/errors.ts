import type { RefusedField } from './contract.js';

/**
 * What went wrong, for programs.
 *
 * - `configuration`: an option or an argument is missing or wrong.
 * - `not_authenticated`, `invalid_secret`, `agent_not_found`, `credentials_revoked`, `scope_missing`: the
 *   service does not let this agent in, and will not before its owner changes something.
 * - `call_refused`: the service refused a call; {@link CallError} says which and why.
 * - `unavailable`: the service could not be reached, or had no room, for as long as the call may take.
 * - `bad_answer`: something answered that is not the service.
 * - `run_over`: the run has ended, or another attempt has taken its place.
 * - `decision_gone`: the person removed the request before answering it.
 * - `too_much`: a bound of this package was reached.
 * - `stopped`: the agent is stopping.
 */
export type AgentErrorCode =
  | 'configuration'
  | 'not_authenticated'
  | 'invalid_secret'
  | 'agent_not_found'
  | 'credentials_revoked'
  | 'scope_missing'
  | 'call_refused'
  | 'unavailable'
  | 'bad_answer'
  | 'run_over'
  | 'decision_gone'
  | 'too_much'
  | 'stopped';

/** Every error that this package makes. The message says what to do. */
export class AgentError extends Error {
  /** What went wrong, for programs. */
  readonly code: AgentErrorCode;

  /** @internal */
  constructor(code: AgentErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'AgentError';
    this.code = code;
  }
}

/** A call that the service refused (`call_refused`), or that could not be made (`unavailable`, `bad_answer`). */
export class CallError extends AgentError {
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** What the service said, such as `Not found`. */
  readonly detail: string;
  /** Which fields it refused; mostly empty. */
  readonly fields: readonly RefusedField[];

  /** @internal */
  constructor(
    code: 'call_refused' | 'unavailable' | 'bad_answer',
    message: string,
    answer: { status: number; detail: string; fields?: readonly RefusedField[]; cause?: unknown },
  ) {
    super(code, message, answer);
    this.name = 'CallError';
    this.status = answer.status;
    this.detail = answer.detail;
    this.fields = answer.fields ?? [];
  }
}

export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
