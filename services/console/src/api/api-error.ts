/** A field that the service refused, named by its path in the request, such as `body.agent_name`. */
interface RefusedField {
  path: string;
  message: string;
}

export class ApiError extends Error {
  /** 0 when no answer came. */
  readonly status: number;
  readonly fields: readonly RefusedField[];
  /** The id under which the service has logged the cause of a 500. */
  readonly requestId: string | null;

  constructor(refusal: { status: number; detail: string; fields?: RefusedField[]; requestId?: string }) {
    super(refusal.detail);
    this.name = 'ApiError';
    this.status = refusal.status;
    this.fields = refusal.fields ?? [];
    this.requestId = refusal.requestId ?? null;
  }
}

export function refusalOf(status: number, body: unknown): ApiError {
  const { detail, errors, request_id: requestId } = isRecord(body) ? body : {};
  return new ApiError({
    status,
    detail: typeof detail === 'string' ? detail : `The service answered ${status}`,
    fields: Array.isArray(errors) ? errors.filter(isRefusedField) : [],
    ...(typeof requestId === 'string' && { requestId }),
  });
}

/** What was wrong with one field of the body, as a sentence; `undefined` for any other failure. */
export function fieldError(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const found = error.fields.find(({ path }) => path === `body.${field}` || path === field);
  return found === undefined ? undefined : sentence(found.message);
}

/** Resolves as well where the thing is gone already, perhaps from another tab. */
export async function goneAfter(removal: Promise<unknown>): Promise<void> {
  await removal.catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  });
}

export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong in this page. Reload it and try again.';
  if (error.status === 0) return 'The service cannot be reached. Check your connection and try again.';
  if (error.status === 429 && !NAMES_QUOTA.test(error.message))
    return 'Too many requests in a short time. Wait a moment and try again.';
  if (error.status === 503) return 'The service is not available right now. Try again in a moment.';
  if (error.requestId !== null) return `${sentence(error.message)} (reference ${error.requestId})`;
  return sentence(error.message);
}

/** A refusal for a quota ends with its name. It is no matter of a moment, so it is told. */
const NAMES_QUOTA = /\([a-z]+(_[a-z]+)+\)$/;

function sentence(text: string): string {
  const trimmed = text.trim();
  const capital = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isRefusedField(value: unknown): value is RefusedField {
  return isRecord(value) && typeof value['path'] === 'string' && typeof value['message'] === 'string';
}
