import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '@svc/domain';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a request that another site's page made a browser send together with the user's cookie.
 *
 * If the browser sends `Sec-Fetch-Site`, that header decides, since pages cannot set it (W3C Fetch Metadata). Otherwise `Origin` must be
 * our own. A browser sends at least one of them with every write, so a write with a cookie and neither header is refused too.
 *
 * @param publicOrigin the origin of PUBLIC_BASE_URL.
 */
export function assertSameSite(
  request: { method: string; headers: IncomingHttpHeaders },
  publicOrigin: string,
): void {
  if (SAFE_METHODS.has(request.method)) return;
  const { headers } = request;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return;
  } else if (headers.origin !== undefined) {
    if (headers.origin === publicOrigin) return;
  } else if (headers.cookie === undefined) {
    return;
  }
  throw new ServiceError('cross_site_request');
}
