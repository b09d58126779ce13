import type { IncomingHttpHeaders } from 'node:http';

const CLIENT_PATH = /^\/ws\/client\/?(?:\?.*)?$/;

/** Whether the path is that of the client app's socket. */
export function isClientPath(url: string | undefined): boolean {
  return CLIENT_PATH.test(url ?? '');
}

/** better-auth's session cookie; over HTTPS its name begins with `__Secure-`. */
const SESSION_COOKIE = /(?:^|;\s*)(?:__Secure-)?better-auth\.session_token=/;

/** The cookies of an upgrade that may carry a session, or `null`. Other cookies of the same host do not matter. */
export function sessionCookieOf(headers: IncomingHttpHeaders): string | null {
  const { cookie } = headers;
  return cookie !== undefined && SESSION_COOKIE.test(cookie) ? cookie : null;
}

/**
 * Whether an upgrade may go on. Browsers send the user's cookie with a socket that another site's page opens, and CORS does not stop that
 * page (RFC 6455, section 10.2). So the page must be our own. A program that is no browser sends no `Origin`: it may connect and send a
 * token, but not a cookie.
 *
 * If the browser sends `Sec-Fetch-Site`, that header decides, since pages cannot set it (W3C Fetch Metadata). Otherwise our own origins are
 * that of PUBLIC_BASE_URL, and one whose host is the host that was called. A console that is opened as `127.0.0.1` instead of `localhost`
 * has another origin than the configured one, and no foreign page can have the host that it calls.
 */
export function isOwnPage(headers: IncomingHttpHeaders, publicBaseUrl: string): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined) return sessionCookieOf(headers) === null;
  const own = new URL(publicBaseUrl);
  return origin === own.origin || (host !== undefined && origin === `${own.protocol}//${host}`);
}
