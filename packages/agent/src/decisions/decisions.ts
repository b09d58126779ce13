import type { AnswerSchema, AnswerValues, Decision } from '../contract.js';
import { secondsOf } from '../options.js';
import type { Duration } from '../options.js';
import { AgentError, CallError } from '../errors.js';
import type { Calls } from '../http/calls.js';
import { sleep } from '../waiting.js';

/** A question to the person. */
export interface Question {
  /** Asking again with the same key (150 characters) gets the first question. In a run it is the run's own. */
  key?: string;
  /** What the person reads first, at most 200 characters. */
  title: string;
  /** Markdown: what one has to know to answer, at most 4,000 characters. */
  description?: string;
  /** What is done on approval, such as `mail.send:ada@example.org`: always-allow rules are compared with it. */
  action?: string;
  /** A glob over `action` that the person may take as a rule. `*` is any run of characters, `\*` a star. */
  suggestedPattern?: string;
  /** A form that the person fills in to approve; the decision then has the `answer`. Default: a yes or no. */
  answerSchema?: AnswerSchema;
  /** What the form holds beforehand, by the names of its fields. */
  proposed?: AnswerValues;
  /** After this time, at most 30 days, the answer is `dismissed`. Default: the question stays open. */
  expiresIn?: Duration;
  /** Where it is shown, `conv_…`. Default: the newest conversation with the owner, or a new one. */
  conversationId?: string;
}

/** The longest wait that the service takes, in seconds, and what a proxy may add to it. */
const WAIT_SECONDS = 45;
const LEAST_WAIT_MS = 1_000;
const WAIT_ANSWER_MS_MAX = (WAIT_SECONDS + 20) * 1_000;

/** The wait survives restarts and lost connections. @throws {AgentError} `decision_gone`. */
export async function ask(
  calls: Calls,
  question: Question,
  { runId, signal }: { runId?: string; signal: AbortSignal },
): Promise<Decision> {
  const { key, title, description, action, proposed, expiresIn } = question;
  const tries = { signal, retryMsMax: Infinity };
  // What is undefined is no part of the JSON.
  const body = {
    ...{ title, description, action, proposed, suggested_pattern: question.suggestedPattern },
    ...{ answer_schema: question.answerSchema, conversation_id: question.conversationId, task_run_id: runId },
    expires_in_seconds: expiresIn === undefined ? undefined : secondsOf(expiresIn, 'expiresIn'),
    key: key !== undefined && runId !== undefined ? `${runId}/${key}` : key,
  };
  let decision = await calls.call<Decision>({ method: 'POST', path: '/api/agent/decisions', body, ...tries });
  const path = `/api/agent/decisions/${decision.decision_id}`;
  const query = { wait: WAIT_SECONDS };
  while (decision.status === 'pending') {
    const askedAt = performance.now();
    try {
      const answerMsMax = WAIT_ANSWER_MS_MAX;
      decision = await calls.call<Decision>({ method: 'GET', path, query, answerMsMax, ...tries });
    } catch (cause) {
      if (!(cause instanceof CallError && cause.status === 404)) throw cause;
      throw new AgentError('decision_gone', `The person removed the question "${title}".`, { cause });
    }
    // A wait may be answered early, while the service restarts or if too many calls wait.
    if (decision.status === 'pending') await sleep(LEAST_WAIT_MS - (performance.now() - askedAt), signal);
  }
  return decision;
}
