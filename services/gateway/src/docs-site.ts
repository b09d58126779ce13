import { Router } from 'express';
import type { Response } from 'express';
import { asksForPage } from './asks-for-page.js';
import { builtFiles, sendBuiltFile } from './built-file.js';

const ROOT = '/docs/';
const NOT_FOUND_PAGE = '404.html';

/**
 * The documentation at `/docs`, and its pages and files below. For an address that it does not know a browser gets its page that says so;
 * programs get the API's answer.
 *
 * @param folder the built site; `null` leads to the API reference instead.
 */
export function docsSite(folder: string | null): Router {
  const router = Router({ strict: true });
  if (folder === null) {
    router.get(['/docs', ROOT], (_request, response) => response.redirect(302, '/docs/api/'));
    return router;
  }
  const files = builtFiles(folder);
  const notFound = files.get(NOT_FOUND_PAGE);
  // Without parameters, which would be decoded.
  router.get(/^\/docs(?:\/|$)/, (request, response, next) => {
    // The build's names need no escapes, so what is escaped is none of them.
    const path = request.path.slice(ROOT.length);
    const isPage = path === '' || path.endsWith('/');
    const file = path === NOT_FOUND_PAGE ? undefined : files.get(isPage ? `${path}index.html` : path);
    if (file !== undefined) {
      setHeaders(response);
      const freshness = path.startsWith('assets/') ? 'immutable' : 'asked-each-time';
      sendBuiltFile(request, response, { file, freshness });
    } else if (files.has(`${path}/index.html`)) {
      response.redirect(301, `${ROOT}${path}/${request.url.slice(request.path.length)}`);
    } else if (notFound !== undefined && asksForPage(request)) {
      setHeaders(response);
      response.status(404);
      sendBuiltFile(request, response, { file: notFound, freshness: 'asked-each-time' });
    } else {
      next();
    }
  });
  return router;
}

/** The pages load from this service only, are never framed, and run nothing inline. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

function setHeaders(response: Response): void {
  response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Referrer-Policy', 'no-referrer');
}
