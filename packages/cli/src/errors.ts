import type { RefusedField } from '@svc/agent';

/** How `svc` ends. Scripts may rely on these numbers; the README lists them. */
export const EXIT_CODES = {
  ok: 0,
  /** Something that no other number names, such as a defect. */
  failed: 1,
  usage: 2,
  /** There is no key, or it is not valid any more. */
  not_signed_in: 3,
  not_allowed: 4,
  not_found: 5,
  /** The service refuses what was asked: a conflict, or a value that is not valid. */
  refused: 6,
  /** A limit or a quota is used up. */
  limited: 7,
  /** The service cannot be reached, or has trouble. */
  unreachable: 8,
  rejected: 10,
  /** No person has answered in time. */
  unanswered: 11,
  /** `svc doctor` has found something. */
  unwell: 12,
  /** Ctrl-C, as a shell counts it: 128 and the number of SIGINT. */
  interrupted: 130,
} as const;

export type CliErrorCode = Exclude<keyof typeof EXIT_CODES, 'ok'>;

type Circumstances = Partial<Pick<CliError, 'hint' | 'status' | 'requestId' | 'fields'> & { cause: unknown }>;

/** What a command ends with that did not do what it was asked; its code says with which number. */
export class CliError extends Error {
  readonly code: CliErrorCode;
  readonly hint: string | undefined;
  /** Of the service's answer. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly fields: readonly RefusedField[] | undefined;

  constructor(code: CliErrorCode, message: string, { cause, ...more }: Circumstances = {}) {
    super(message, { cause });
    this.name = 'CliError';
    this.code = code;
    Object.assign(this, more);
  }

  get exitCode(): number {
    return EXIT_CODES[this.code];
  }

  /** With `--json` it is written as `{"error": …}` to the standard error. */
  toJSON(): object {
    const { code, message, hint, status, requestId, fields } = this;
    return { code, message, hint, status, request_id: requestId, fields };
  }
}

export function asCliError(thrown: unknown): CliError {
  if (thrown instanceof CliError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (thrown instanceof Error && thrown.name === 'AbortError')
    return new CliError('interrupted', 'Interrupted.', { cause: thrown });
  return new CliError('failed', message, { cause: thrown });
}

/** @param body as the service writes it, or whatever else has answered. */
export function refusalOf(response: Response, body: unknown): CliError {
  const { status } = response;
  const { detail, request_id: requestId, errors } = (body ?? {}) as Record<string, unknown>;
  const said = typeof detail === 'string' ? detail : `The service answered ${status}`;
  const fields = Array.isArray(errors) ? (errors as RefusedField[]) : undefined;
  const why = fields?.map(({ path, message }) => `${path} ${message}`).join('; ') ?? '';
  return new CliError(codeOf(status), `${said}${why && `: ${why}`}.`, {
    ...{ status, fields, hint: hintFor(response, said) },
    requestId: typeof requestId === 'string' ? requestId : undefined,
  });
}

function codeOf(status: number): CliErrorCode {
  if (status === 401) return 'not_signed_in';
  if (status === 403) return 'not_allowed';
  if (status === 404) return 'not_found';
  if (status === 429) return 'limited';
  return status >= 500 ? 'unreachable' : 'refused';
}

function hintFor({ status, headers, url }: Response, said: string): string | undefined {
  const retryAfter = headers.get('retry-after');
  if (retryAfter !== null) return `Try again in ${retryAfter} s.`;
  const lacksScope = status === 403 && said.includes('scope');
  if (status !== 401 && !lacksScope) return undefined;
  // The path says who has called.
  if (url.includes('/api/agent/')) return 'Look at AGENT_ID and AGENT_SECRET.';
  if (url.includes('/webhook/'))
    return 'The task has a sender, which has to prove itself. `svc tasks run` runs it without.';
  if (lacksScope) return 'Run `svc login --scopes …` with the scope that this needs.';
  return 'Run `svc login`, or set SVC_API_KEY.';
}

/** Why a call has failed, in words of what lies beneath it. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if (thrown.name === 'TimeoutError') return 'it took too long';
  const { cause } = thrown;
  if (!(cause instanceof Error)) return thrown.message;
  return cause.message === '' ? ((cause as NodeJS.ErrnoException).code ?? thrown.message) : cause.message;
}
