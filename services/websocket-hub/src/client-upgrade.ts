import type { IncomingHttpHeaders } from 'node:http';

const CLIENT_PATH = /^\/ws\/client\/?(?:\?.*)?$/;

/** Whether the path is that of the client app's socket. */
export function isClientPath(url: string | undefined): boolean {
  return CLIENT_PATH.test(url ?? '');
}

/** better-auth's session cookie; over HTTPS its name begins with `__Secure-`. */
const SESSION_COOKIE = /(?:^|;\s*)(?:__Secure-)?better-auth\.session_token=/;

/** The cookies of an upgrade that bring a session along, or `null`. Other cookies of the same host say nothing. */
export function sessionCookieOf(headers: IncomingHttpHeaders): string | null {
  const { cookie } = headers;
  return cookie !== undefined && SESSION_COOKIE.test(cookie) ? cookie : null;
}

/**
 * Whether an upgrade may go on. Browsers send the user's cookie along with a socket that another site's page opens, and nothing of CORS holds
 * that page back (RFC 6455, section 10.2), so a page must be our own. A program that is no browser sends no `Origin`: it may
 * connect and show a token, but not bring a cookie.
 *
 * `Sec-Fetch-Site` decides where the browser sends it, since pages cannot set it (W3C Fetch Metadata). Else our own is the origin of
 * PUBLIC_BASE_URL, and one whose host is the very host that was called: a console that is opened as `127.0.0.1` instead of
 * `localhost` has another origin than is configured, and no foreign page can have the host that it calls.
 */
export function isOwnPage(headers: IncomingHttpHeaders, publicBaseUrl: string): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined) return sessionCookieOf(headers) === null;
  const own = new URL(publicBaseUrl);
  return origin === own.origin || (host !== undefined && origin === `${own.protocol}//${host}`);
}
