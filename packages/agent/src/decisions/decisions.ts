import type { AnswerSchema, AnswerValues, Decision, NewDecision } from '../contract.js';
import { secondsOf } from '../duration.js';
import type { Duration } from '../duration.js';
import { AgentError, CallError } from '../errors.js';
import type { Calls } from '../http/calls.js';
import { sleep } from '../waiting.js';

/** A question to the person. */
export interface Question {
  /**
   * What the agent calls it, at most 150 characters. Asking again with the same key asks nothing, and gets the first question with its answer: so a program that is
   * started again goes on where it was. In a run the key is unique within the run.
   */
  key?: string;
  /** What the person reads first, at most 200 characters. */
  title: string;
  /** Markdown: what one has to know to answer, at most 4,000 characters. Default: none. */
  description?: string;
  /** What will be done on approval, in words of the agent's own, such as `mail.send:ada@example.org`; at most 500 characters. The person's always-allow rules are compared with it. Default: none, and no rule fits. */
  action?: string;
  /** A glob over `action` that the person may take as a rule, at most 1,000 characters. `*` is any run of characters, `\*` a star. Default: none. */
  suggestedPattern?: string;
  /** A form that the person fills in to approve: a flat part of JSON Schema, at most 20 fields. The decision then has the `answer`. Default: a yes or no. */
  answerSchema?: AnswerSchema;
  /** What the form holds beforehand, by the names of its fields. */
  proposed?: AnswerValues;
  /** After this time, at most 30 days, the answer is `dismissed`, never `approved`. Default: the question stays open. */
  expiresIn?: Duration;
  /** Where it is shown, `conv_…`. Default: the newest conversation with the owner, or a new one. */
  conversationId?: string;
}

export interface AskOptions {
  runId?: string;
  signal?: AbortSignal | undefined;
}

/** The longest wait that the service takes, in seconds, and what a proxy may add to it. */
const WAIT_SECONDS = 45;
const LEAST_WAIT_MS = 1_000;
const WAIT_ANSWER_MS_MAX = (WAIT_SECONDS + 20) * 1_000;

/** The wait survives restarts and lost connections. @throws {AgentError} `decision_gone`. */
export async function ask(
  calls: Calls,
  question: Question,
  { runId, signal }: AskOptions,
): Promise<Decision> {
  const { key, title, description, action, proposed, expiresIn } = question;
  // What is undefined is no part of the JSON.
  const body = {
    ...{ title, description, action, proposed, suggested_pattern: question.suggestedPattern },
    ...{ answer_schema: question.answerSchema, conversation_id: question.conversationId, task_run_id: runId },
    expires_in_seconds: expiresIn === undefined ? undefined : secondsOf(expiresIn, 'expiresIn'),
    key: key !== undefined && runId !== undefined ? `${runId}/${key}` : key,
  } satisfies Partial<Record<keyof NewDecision, unknown>>;
  const retryMsMax = Infinity;
  let decision = await calls.call<Decision>({
    ...{ method: 'POST', path: '/api/agent/decisions', body, signal, retryMsMax },
  });
  const path = `/api/agent/decisions/${decision.decision_id}`;
  while (decision.status === 'pending') {
    const askedAt = performance.now();
    try {
      decision = await calls.call<Decision>({
        ...{ method: 'GET', path, query: { wait: WAIT_SECONDS }, signal, retryMsMax },
        answerMsMax: WAIT_ANSWER_MS_MAX,
      });
    } catch (error) {
      if (error instanceof CallError && error.status === 404)
        throw new AgentError('decision_gone', `The person removed the question "${question.title}".`, {
          cause: error,
        });
      throw error;
    }
    // A wait may be answered early, while the service restarts or if too many calls wait.
    if (decision.status === 'pending') await sleep(LEAST_WAIT_MS - (performance.now() - askedAt), signal);
  }
  return decision;
}
