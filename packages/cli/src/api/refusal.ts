import { CliError } from '../errors.js';
import type { CliErrorCode, RefusedField } from '../errors.js';

/** What the service said to a call that it refused. */
export function refusalOf(status: number, body: unknown): CliError {
  const said = saidIn(body);
  const fields = said.errors.map(({ path, message }) => `${path} ${message}`).join('; ');
  return new CliError(
    codeOf(status),
    `${said.detail ?? `The service answered ${status}`}${fields && `: ${fields}`}.`,
    {
      ...{ status, requestId: said.requestId, fields: said.errors, hint: hintFor(status, said.detail) },
    },
  );
}

function codeOf(status: number): CliErrorCode {
  if (status === 401) return 'not_signed_in';
  if (status === 403) return 'not_allowed';
  if (status === 404) return 'not_found';
  if (status === 429) return 'limited';
  return status >= 500 ? 'unreachable' : 'refused';
}

function hintFor(status: number, detail: string | undefined): string | undefined {
  if (status === 401) return 'Run `svc login`, or set SVC_API_KEY.';
  if (status === 403 && detail?.includes('scope') === true)
    return 'Run `svc login --scopes …` with the scope that this needs; `svc whoami` shows those of your key.';
  return undefined;
}

function saidIn(body: unknown): { detail?: string; requestId?: string; errors: RefusedField[] } {
  if (typeof body !== 'object' || body === null) return { errors: [] };
  const { detail, request_id: requestId, errors } = body as Record<string, unknown>;
  return {
    ...(typeof detail === 'string' ? { detail } : {}),
    ...(typeof requestId === 'string' ? { requestId } : {}),
    errors: Array.isArray(errors) ? errors.filter(isField) : [],
  };
}

function isField(value: unknown): value is RefusedField {
  const field = value as RefusedField | null;
  return typeof field?.path === 'string' && typeof field.message === 'string';
}
