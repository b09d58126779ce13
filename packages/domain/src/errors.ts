/** Every reason for which a call can be refused. `docs/errors.md` lists the same codes, and a test compares the two. */
export const ERROR_CODES = {
  malformed_json: { status: 400, detail: 'Malformed JSON' },
  authorization_pending: { status: 400, detail: 'The login was not confirmed yet' },
  slow_down: { status: 400, detail: 'The program asks too often' },
  access_denied: { status: 400, detail: 'The login was refused' },
  expired_token: { status: 400, detail: 'The code is not valid any more' },
  unauthorized: { status: 401, detail: 'Missing or invalid credentials' },
  sender_refused: { status: 401, detail: 'Missing or invalid credentials' },
  key_expired: { status: 401, detail: 'The key has expired' },
  key_revoked: { status: 401, detail: 'The key was revoked' },
  kind_not_allowed: { status: 403, detail: 'Approval-only agents cannot do this' },
  scope_missing: { status: 403, detail: 'The key does not have the scope for this' },
  sign_up_closed: { status: 403, detail: 'Sign-up is closed' },
  invitation_not_valid: { status: 403, detail: 'This invitation is not valid any more' },
  invitations_off: { status: 403, detail: 'Invitations are turned off' },
  cross_site_request: { status: 403, detail: 'Cross-site request refused' },
  task_disabled: { status: 403, detail: 'Task is disabled' },
  not_found: { status: 404, detail: 'Not found' },
  method_not_allowed: { status: 405, detail: 'Method not allowed' },
  request_timeout: { status: 408, detail: 'The request took too long to arrive' },
  conflict: { status: 409, detail: 'Conflict' },
  too_large: { status: 413, detail: 'Request is too large' },
  image_too_large: { status: 413, detail: 'Image is larger than 5 MB' },
  audio_too_large: { status: 413, detail: 'Recording is too large' },
  unsupported_media_type: { status: 415, detail: 'Body must be application/json' },
  invalid_request: { status: 422, detail: 'Invalid request' },
  idempotency_key_reused: { status: 422, detail: 'Idempotency-Key was used for another call' },
  invalid_image: { status: 422, detail: 'Image must be a PNG, JPEG, GIF or WebP' },
  invalid_audio: { status: 422, detail: 'Recording must be an audio file' },
  webhook_url_not_allowed: { status: 422, detail: 'webhook_url is not allowed' },
  rate_limited: { status: 429, detail: 'Too many requests' },
  quota_exceeded: { status: 429, detail: 'A quota is used up' },
  too_many_waiting: { status: 429, detail: 'Too many triggers of this task are waiting for its agent' },
  internal_error: { status: 500, detail: 'Internal error' },
  unavailable: { status: 503, detail: 'Temporarily unavailable' },
} as const satisfies Record<string, { status: number; detail: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** These codes are sent to the caller, as `error`: RFC 8628, section 3.5, names them. */
const SENT_CODES: ReadonlySet<ErrorCode> = new Set([
  'authorization_pending',
  'slow_down',
  'access_denied',
  'expired_token',
]);

export interface FieldError {
  /** JSON pointer-like path of the offending field, such as `body.text`. */
  path: string;
  message: string;
}

/** A refusal with its code; `detail` is safe to show to the caller, `cause` is only for the log. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: string;
  readonly fields: readonly FieldError[];
  readonly retryAfterSeconds: number | undefined;
  /** The code, if the caller is told it beside the detail. */
  readonly sentCode: ErrorCode | undefined;

  constructor(
    code: ErrorCode,
    options: {
      detail?: string;
      fields?: readonly FieldError[];
      retryAfterSeconds?: number;
      cause?: unknown;
    } = {},
  ) {
    const detail = options.detail ?? ERROR_CODES[code].detail;
    super(detail, { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.status = ERROR_CODES[code].status;
    this.detail = detail;
    this.fields = options.fields ?? [];
    this.sentCode = SENT_CODES.has(code) ? code : undefined;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
