import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { consoleAssets } from './console-assets.js';

/**
 * The console: its files below the names that its build gave them, and its page under every path that a browser asks for as a
 * page and that nothing else answers, since the console has routes of its own.
 *
 * @param folder the built console.
 */
export function consoleRoute(folder: string): Router {
  const page = readFileSync(join(folder, 'index.html'));
  const router = Router({ strict: true });
  router.get('/assets/:name', headers, consoleAssets(join(folder, 'assets')));
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
    // A new version is seen at once; what the page loads is kept for good.
    response.setHeader('Cache-Control', 'no-cache');
    response.end(page);
  }
  return router;
}

/** Files that keep their names, and so are asked for anew. */
function rootFiles(folder: string): RequestHandler {
  return express.static(folder, { index: false, redirect: false, dotfiles: 'allow', maxAge: '1h' });
}

/** Paths with doors of their own, which answer what they do not know in the API's shape. */
const NOT_PAGES = /^\/(api|webhook|ws|media|docs|health|metrics|assets)(\/|$)/;

/** Programs ask for anything (or for JSON); a browser that opens an address asks for HTML by name. */
function wantsPage(request: Request): boolean {
  return !NOT_PAGES.test(request.path) && request.headers.accept?.includes('text/html') === true;
}

/** Nothing but this service is loaded, called or framed, and nothing inline runs. `blob:` is what someone is about to send. */
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
  // The microphone is for voice messages; of everything else the page has no need.
  response.setHeader(
    'Permissions-Policy',
    'microphone=(self), camera=(), geolocation=(), payment=(), usb=()',
  );
}
