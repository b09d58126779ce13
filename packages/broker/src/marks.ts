import { EVIDENCE_LENGTH_MAX } from './evidence.js';
import type { Marks, Verdict } from './verdicts.js';

/** Headers of messages, as far as they are ours. */
export type Headers = Readonly<Record<string, string | number>>;

/** Of a message that is published for the first time. */
export const NO_HEADERS: Headers = Object.freeze({});

const NO_MARKS: Marks = Object.freeze({ failures: 0, tries: 0, evidence: '' });

const FAILURES = 'x-svc-failures';
const TRIES = 'x-svc-tries';
const EVIDENCE = 'x-svc-evidence';

/** What a message is marked with when it is published again. */
export function markHeaders({ failures, tries, evidence }: Marks): Headers {
  return { [FAILURES]: failures, [TRIES]: tries, [EVIDENCE]: evidence };
}

/** The marks of a message that has come; one that was published for the first time has none. */
export function marksIn(headers: Readonly<Record<string, unknown>> | undefined): Marks {
  if (headers === undefined || headers === NO_HEADERS) return NO_MARKS;
  const evidence = headers?.[EVIDENCE];
  return {
    failures: countIn(headers?.[FAILURES]),
    tries: countIn(headers?.[TRIES]),
    // What is longer is not ours, and a message with large headers could not be published anew.
    evidence: typeof evidence === 'string' && evidence.length <= EVIDENCE_LENGTH_MAX ? evidence : '',
  };
}

/** Why, where and when a message became poison: the headers of a dead letter. */
export const DEAD = {
  queue: 'x-svc-dead-queue',
  reason: 'x-svc-dead-reason',
  detail: 'x-svc-dead-detail',
  at: 'x-svc-dead-at',
  count: 'x-svc-dead-count',
} as const;

export function deadHeaders(queue: string, verdict: Verdict & { then: 'dead' }, count: number): Headers {
  return {
    [DEAD.queue]: queue,
    [DEAD.reason]: verdict.reason,
    [DEAD.detail]: verdict.detail,
    [DEAD.at]: new Date().toISOString(),
    [DEAD.count]: count,
  };
}

function countIn(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
