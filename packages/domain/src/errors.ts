/** Why a call can be refused. `docs/errors.md` is generated from it: `node scripts/generated-pages.mjs`. */
export const ERROR_CODES = {
  /** The body is not JSON in UTF-8, not the form that it says it is, or broke off. */
  malformed_json: { status: 400, detail: 'Malformed JSON' },
  /** A program asks for its API key before the person has answered. Ask again after `interval` seconds. */
  authorization_pending: { status: 400, detail: 'The login was not confirmed yet' },
  /** The program asks sooner than it may, and has to wait five seconds more from now on. */
  slow_down: { status: 400, detail: 'The program asks too often' },
  /** The person has refused the program. */
  access_denied: { status: 400, detail: 'The login was refused' },
  /** The device code is over, was used, or never was. Begin anew. */
  expired_token: { status: 400, detail: 'The code is not valid any more' },
  /** A credential is missing, unknown or wrong. All cases have one answer, so that a caller learns nothing from it. */
  unauthorized: { status: 401, detail: 'Missing or invalid credentials' },
  /** The call does not prove that it comes from the task's sender. The console shows why. */
  sender_refused: { status: 401, detail: 'Missing or invalid credentials' },
  /** The key was right, but its time is over. Its owner makes a new one. */
  key_expired: { status: 401, detail: 'The key has expired' },
  /** The key was right, but its owner has revoked it. */
  key_revoked: { status: 401, detail: 'The key was revoked' },
  /** An approval-only agent made a call of messages or tasks, or a person wrote to one. */
  kind_not_allowed: { status: 403, detail: 'Approval-only agents cannot do this' },
  /** No scope of the key opens this call. `x-agent-scopes` or `x-api-key-scope` of the call names the right one. */
  scope_missing: { status: 403, detail: 'The key does not have the scope for this' },
  /** `SIGN_UP` is `closed`, and the sign-up names no invitation. */
  sign_up_closed: { status: 403, detail: 'Sign-up is closed' },
  /** The invitation does not exist, was used or revoked, or has expired. */
  invitation_not_valid: { status: 403, detail: 'This invitation is not valid any more' },
  /** `INVITATIONS` is `off`. */
  invitations_off: { status: 403, detail: 'Invitations are turned off' },
  /** A write with a cookie, or the client app's socket, came from another site. */
  cross_site_request: { status: 403, detail: 'Cross-site request refused' },
  /** The trigger URL of a disabled task was called. */
  task_disabled: { status: 403, detail: 'Task is disabled' },
  /** The thing does not exist, is someone else's, or was deleted; or a link to a file has ended. */
  not_found: { status: 404, detail: 'Not found' },
  /** The path exists, but not with this method. */
  method_not_allowed: { status: 405, detail: 'Method not allowed' },
  /** Headers or body did not arrive in time. */
  request_timeout: { status: 408, detail: 'The request took too long to arrive' },
  /** The state of the thing does not allow this. `detail` says more. */
  conflict: { status: 409, detail: 'Conflict' },
  /** The body is larger than its call allows, or holds too many values or names. */
  too_large: { status: 413, detail: 'Request is too large' },
  /** A decoded image is over 5 MiB. */
  image_too_large: { status: 413, detail: 'Image is larger than 5 MB' },
  /** A decoded recording is over 10 MiB. */
  audio_too_large: { status: 413, detail: 'Recording is too large' },
  /** The body has another content type, or a file that comes without a name is no picture and no recording. */
  unsupported_media_type: { status: 415, detail: 'Body must be application/json' },
  /** A field is missing or wrong. `errors` names each. */
  invalid_request: { status: 422, detail: 'Invalid request' },
  /** The key was used within 24 hours for another operation, path, query or body. */
  idempotency_key_reused: { status: 422, detail: 'Idempotency-Key was used for another call' },
  /** The content is of none of these types, or declares more than 50 million pixels or 16,384 on a side. */
  invalid_image: { status: 422, detail: 'Image must be a PNG, JPEG, GIF or WebP' },
  /** The content is no recording that can be read. */
  invalid_audio: { status: 422, detail: 'Recording must be an audio file' },
  /** The URL is not http or https, or its host is not public, or does not exist. */
  webhook_url_not_allowed: { status: 422, detail: 'webhook_url is not allowed' },
  /** A limit is used up. Wait for the seconds in `Retry-After`. */
  rate_limited: { status: 429, detail: 'Too many requests' },
  /** `detail` names the quota. Delete something, or let the agent come. */
  quota_exceeded: { status: 429, detail: 'A quota is used up' },
  /** Nothing was started; the same payload is accepted once there is room. */
  too_many_waiting: { status: 429, detail: 'Too many triggers of this task are waiting for its agent' },
  /** The service has a defect. The log has the same `request_id`. */
  internal_error: { status: 500, detail: 'Internal error' },
  /** The service starts, stops, has lost its database or can store no files, or holds as much as it may. Repeat after `Retry-After`. */
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

/** Deep enough for every driver in use, and a bound for errors that cause each other. */
const CAUSES_MAX = 8;

/**
 * Outermost first. Prisma puts the database's error into `meta`; it counts as a cause, because Prisma's own
 * code only says that the database refused.
 */
export function causesOf(error: unknown): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  let current = error;
  while (found.length < CAUSES_MAX && typeof current === 'object' && current !== null) {
    const record = current as Record<string, unknown>;
    found.push(record);
    current =
      record['cause'] ?? (record['meta'] as Record<string, unknown> | undefined)?.['driverAdapterError'];
  }
  return found;
}

/** All codes that an error and its causes carry: PostgreSQL's, Prisma's, those of Node.js. */
export function errorCodesOf(error: unknown): string[] {
  return causesOf(error)
    .flatMap(({ code, originalCode }) => [code, originalCode])
    .filter((code) => typeof code === 'string');
}

/**
 * With which an agent's socket is closed. 4001, 4003 and 4004 are the specification's ("Errors"); 1008, 1009
 * and 1012 are registered (policy violation, message too big, service restart); the other 4xxx are our own.
 */
export const CLOSE_CODES = {
  /** The hub is being stopped, or has missed changes. Connect again. */
  draining: 1012,
  /** More than ten sockets of one agent, or twenty of one user: the oldest is closed. */
  tooManySockets: 1008,
  /** A frame is larger than 8 MiB, of the client app than 4 KiB. */
  messageTooBig: 1009,
  /** The first frame is no valid `auth` frame of at most 4 KiB, or none came within 10 s. */
  notAuthenticated: 4001,
  /** The secret or key is wrong, path and frame name different agents, or the client app's session does not exist. */
  invalidSecret: 4003,
  /** There is no agent with this id. */
  agentNotFound: 4004,
  /** Frames or their bytes came faster than the limits allow. */
  tooManyFrames: 4008,
  /** A ping was not answered within 10 s. */
  unresponsive: 4009,
  /** The secret, key or session has ended, or the agent was deleted. */
  credentialsRevoked: 4010,
  /** The key does not have the scope `events`. */
  scopeMissing: 4011,
} as const;

export type CloseReason = keyof typeof CLOSE_CODES;

/** @param detail says what is in the way. */
export function conflict(detail: string): ServiceError {
  return new ServiceError('conflict', { detail });
}
