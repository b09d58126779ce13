import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '../errors.js';

export interface PatientFetchOptions {
  /** Ends calls, and waits for another try. */
  signal: AbortSignal;
  onWait?: (seconds: number) => void;
}

/** Calls that wait for a person are answered within 45 s, in milliseconds. */
const ANSWER_MS_MAX = 60_000;
/** How long a command waits in all because the service asks it to, in milliseconds. */
const WAIT_MS_MAX = 90_000;

/** A `fetch` that waits as 429 and 503 ask it to, 90 s in all. @throws CliError `unreachable`. */
export function patientFetch(options: PatientFetchOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = request.body === null ? undefined : await request.arrayBuffer();
    let waitedMs = 0;
    for (;;) {
      const response = await answerTo(request, body, options);
      const seconds = secondsToWait(response);
      if (seconds === null || waitedMs + seconds * 1_000 > WAIT_MS_MAX) return response;
      const text = await response.text();
      // Time alone does not bring room in a quota.
      const isOfQuota = response.status === 429 && text.toLowerCase().includes('quota');
      if (isOfQuota) return new Response(text, response);
      options.onWait?.(seconds);
      await sleep(seconds * 1_000, undefined, { signal: options.signal });
      waitedMs += seconds * 1_000;
    }
  };
}

async function answerTo(
  { url, method, headers }: Request,
  body: ArrayBuffer | undefined,
  { signal }: PatientFetchOptions,
): Promise<Response> {
  const signals = [signal, AbortSignal.timeout(ANSWER_MS_MAX)];
  try {
    return await fetch(url, {
      ...{ method, headers, signal: AbortSignal.any(signals), redirect: 'manual' },
      ...(body === undefined ? {} : { body }),
    });
  } catch (cause) {
    signal.throwIfAborted();
    throw noAnswerOf(new URL(url).origin, cause);
  }
}

function secondsToWait({ status, headers }: Response): number | null {
  if (status !== 429 && status !== 503) return null;
  const seconds = Number(headers.get('retry-after') ?? NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.max(1, seconds) : null;
}

export function noAnswerOf(where: string, cause: unknown): CliError {
  return new CliError('unreachable', `${where} does not answer: ${reasonOf(cause)}.`, {
    ...{ cause, hint: 'Is the service running there? --url or SVC_URL names another one.' },
  });
}

/** Why a call has failed, in words of what lies beneath it. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if (thrown.name === 'TimeoutError') return 'it took too long';
  const { cause } = thrown;
  if (!(cause instanceof Error)) return thrown.message;
  return cause.message === '' ? ((cause as NodeJS.ErrnoException).code ?? thrown.message) : cause.message;
}
