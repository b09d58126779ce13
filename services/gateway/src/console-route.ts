import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { asksForPage } from './asks-for-page.js';
import { builtFiles, sendBuiltFile } from './built-file.js';

/**
 * The console: its files under the names that the build gave them, and its page. A browser gets the page under every path that nothing else
 * answers, since the console has routes of its own.
 *
 * @param folder the built console.
 * @param publicOrigin the origin of PUBLIC_BASE_URL, which is written into the page.
 */
export function consoleRoute(folder: string, publicOrigin: string): Router {
  const page = Buffer.from(
    readFileSync(join(folder, 'index.html'), 'utf8').replace(
      PUBLIC_BASE_URL_META,
      (tag) => `${tag.slice(0, -1)}${publicOrigin}"`,
    ),
  );
  const router = Router({ strict: true });
  router.get('/assets/:name', headers, assets(join(folder, 'assets')));
  router.get(['/icon.svg', '/theme.js', '/whole-page.js'], headers, rootFiles(folder));
  router.get('/', sendPage);
  router.get('/*path', (request, response, next) => {
    if (wantsPage(request)) sendPage(request, response);
    else next();
  });

  function sendPage(_request: Request, response: Response): void {
    setHeaders(response);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Length', page.length);
    // The page is checked each time, so that a new version is seen at once. The files that it loads are kept for good.
    response.setHeader('Cache-Control', 'no-cache');
    response.end(page);
  }
  return router;
}

/** It is empty in the build. An origin has no sign that HTML would have to escape. */
const PUBLIC_BASE_URL_META = '<meta name="public-base-url" content=""';

/** Files whose names hold a hash of their content, so that the content of a name never changes. */
function assets(folder: string): RequestHandler {
  const files = builtFiles(folder);
  return (request, response, next) => {
    const name = request.params['name'];
    const file = typeof name === 'string' ? files.get(name) : undefined;
    if (file === undefined) return next();
    sendBuiltFile(request, response, { file, freshness: 'immutable' });
  };
}

/** Files that keep their names, so that browsers have to ask for them again. */
function rootFiles(folder: string): RequestHandler {
  return express.static(folder, { index: false, redirect: false, dotfiles: 'allow', maxAge: '1h' });
}

/** Paths of other routers, which answer unknown paths in the API's shape. */
const NOT_PAGES = /^\/(api|webhook|ws|media|docs|health|metrics|assets)(\/|$)/;

function wantsPage(request: Request): boolean {
  return !NOT_PAGES.test(request.path) && asksForPage(request);
}

/**
 * The page loads and calls this service only, is never framed, and runs nothing inline. `blob:` is for files that the user is about to
 * send.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const headers: RequestHandler = (_request, response, next) => {
  setHeaders(response);
  next();
};

function setHeaders(response: Response): void {
  response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Referrer-Policy', 'no-referrer');
  // Voice messages need the microphone. The page needs no other feature.
  response.setHeader(
    'Permissions-Policy',
    'microphone=(self), camera=(), geolocation=(), payment=(), usb=()',
  );
}
