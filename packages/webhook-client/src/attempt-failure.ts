import { WebhookAddressError } from './webhook-guard.js';

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was reset',
  EPIPE: 'The connection was reset',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The network cannot be reached',
  ETIMEDOUT: 'The connection could not be made in time',
  HPE_HEADER_OVERFLOW: 'The headers of the answer are too large',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host',
  ERR_INVALID_URL: 'The URL is not valid',
};

/**
 * Says why a request failed, for the attempt log. Uses only the error's code: the message may name addresses inside the operator's network,
 * or a URL whose path is a credential.
 */
export function describeFailure(error: unknown): string {
  const refused = causes(error).find((cause) => cause instanceof WebhookAddressError);
  if (refused !== undefined) return refused.message;
  const code = causes(error)
    .map(codeOf)
    .find((found) => found !== undefined);
  if (code === undefined) return 'The request failed';
  const reason = REASONS[code];
  if (reason !== undefined) return reason;
  if (code.startsWith('HPE_')) return `The answer is not HTTP (${code})`;
  return `The request failed (${code})`;
}

/** The receiver closed an idle connection in the moment when it was used again. The endpoint works. */
export function isStaleConnection(error: unknown): boolean {
  if (!(error instanceof Error) || !('request' in error)) return false;
  const { request } = error as { request?: { reusedSocket?: boolean; res?: unknown } };
  if (request?.reusedSocket !== true || (request.res ?? undefined) !== undefined) return false;
  const code = codeOf(error);
  return code === 'ECONNRESET' || code === 'EPIPE';
}

function codeOf(error: Error): string | undefined {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,60}$/.test(code) ? code : undefined;
}

/** The error and its causes, innermost last. */
function causes(error: unknown): Error[] {
  const found: Error[] = [];
  for (let cause = error; cause instanceof Error && found.length < 5; cause = cause.cause) found.push(cause);
  return found;
}
