import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { Router } from 'express';
import type { Request, Response } from 'express';

/** `null` if the console was not built, as in tests that run on the sources. */
export function consoleFolder(): string | null {
  return builtFolderOf('@svc/console/package.json');
}

/** `null` if the documentation was not built. */
export function docsSiteFolder(): string | null {
  return builtFolderOf('@svc/docs-site/package.json');
}

function builtFolderOf(manifest: string): string | null {
  const folder = join(dirname(createRequire(import.meta.url).resolve(manifest)), 'dist');
  return existsSync(join(folder, 'index.html')) ? folder : null;
}

/** Pages load from this service only, are never framed, and run nothing inline. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];
const TRUSTED_TYPES = "require-trusted-types-for 'script'";
const DOCS_POLICY = [...POLICY, TRUSTED_TYPES, "img-src 'self'"].join('; ');
/** Swagger UI writes HTML, and its style sheet has pictures as data URLs. */
const API_REFERENCE_POLICY = [...POLICY, "img-src 'self' data:"].join('; ');
/** `blob:` is for files that are about to be sent. */
const CONSOLE_POLICY = [
  ...POLICY,
  TRUSTED_TYPES,
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "manifest-src 'self'",
].join('; ');

/** Empty in the build. An origin has no sign that HTML would have to escape. */
const PUBLIC_BASE_URL_META = '<meta name="public-base-url" content=""';

/** Beside the page. Their names hold no hash. */
const CONSOLE_FILES = ['icon.svg', 'theme.js', 'whole-page.js'];

/** Other routers answer unknown paths of these in the API's shape. */
const NOT_PAGES = /^\/(api|webhook|ws|media|docs|health|metrics|assets)(\/|$)/;

/** A browser gets the page under every path that nothing else answers: the console has routes of its own. */
export function consoleRoute(folder: string, publicOrigin: string): Router {
  const files = builtFiles(folder);
  const text = readFileSync(join(folder, 'index.html'), 'utf8');
  const page = builtFile(
    '.html',
    Buffer.from(text.replace(PUBLIC_BASE_URL_META, (tag) => `${tag.slice(0, -1)}${publicOrigin}"`)),
  );
  const router = Router({ strict: true });
  router.get(/^\//, (request, response, next) => {
    const path = request.path.slice(1);
    const isServed = path.startsWith('assets/') || CONSOLE_FILES.includes(path);
    const isPage = path === '' || (!NOT_PAGES.test(request.path) && asksForPage(request));
    const file = isServed ? files.get(path) : isPage ? page : undefined;
    if (file === undefined) return next();
    setHeaders(response, CONSOLE_POLICY);
    // For voice messages.
    const features = 'microphone=(self), camera=(), geolocation=(), payment=(), usb=()';
    response.setHeader('Permissions-Policy', features);
    send(request, response, { file, path });
  });
  return router;
}

const DOCS_ROOT = '/docs/';
const NOT_FOUND_PAGE = '404.html';

/**
 * The documentation at `/docs`. For an unknown address a browser gets a page that says so, and programs the
 * API's answer.
 */
export function docsSite(folder: string): Router {
  const router = Router({ strict: true });
  const files = builtFiles(folder);
  const notFound = files.get(NOT_FOUND_PAGE);
  // Without parameters, which would be decoded.
  router.get(/^\/docs(?:\/|$)/, (request, response, next) => {
    // The build's names need no escapes, so what is escaped is none of them.
    const path = request.path.slice(DOCS_ROOT.length);
    const isPage = path === '' || path.endsWith('/');
    const file = path === NOT_FOUND_PAGE ? undefined : files.get(isPage ? `${path}index.html` : path);
    if (file !== undefined) {
      setHeaders(response, path.startsWith('api/') ? API_REFERENCE_POLICY : DOCS_POLICY);
      send(request, response, { file, path });
    } else if (files.has(`${path}/index.html`)) {
      response.redirect(301, `${DOCS_ROOT}${path}/${request.url.slice(request.path.length)}`);
    } else if (notFound !== undefined && asksForPage(request)) {
      setHeaders(response, DOCS_POLICY);
      response.status(404);
      send(request, response, { file: notFound, path });
    } else {
      next();
    }
  });
  return router;
}

/** Programs accept any type (or ask for JSON). A browser that opens an address asks for HTML by name. */
function asksForPage(request: Request): boolean {
  return request.headers.accept?.includes('text/html') === true;
}

function setHeaders(response: Response, policy: string): void {
  response.setHeader('Content-Security-Policy', policy);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Referrer-Policy', 'no-referrer');
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** The best first. The build has compressed all files, so nothing is compressed while serving. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

interface BuiltFile {
  type: string;
  content: Buffer;
  /** By encoding. */
  encoded: ReadonlyMap<string, Buffer>;
  /** Changes with the content. */
  tag: string;
}

function builtFile(ending: string, content: Buffer, encoded: BuiltFile['encoded'] = new Map()): BuiltFile {
  const tag = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  return { type: TYPES[ending] ?? '', content, encoded, tag };
}

/**
 * All files that are served, by their paths with `/`. They are kept in memory, a few megabytes in all: a page
 * that is open while files are replaced gets those of its own build, and no path leads out of the folder.
 */
function builtFiles(folder: string): ReadonlyMap<string, BuiltFile> {
  const paths = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }));
  const served = [...paths].filter((path) => Object.hasOwn(TYPES, extname(path)));
  const read = (path: string): Buffer => readFileSync(join(folder, path));
  return new Map(
    served.map((path) => {
      const encodings = ENCODINGS.filter(({ ending }) => paths.has(path + ending));
      const encoded = new Map(encodings.map(({ name, ending }) => [name, read(path + ending)]));
      return [path.replaceAll('\\', '/'), builtFile(extname(path), read(path), encoded)];
    }),
  );
}

/** Names below `assets/` hold a hash, so browsers keep these files for good. Of others they ask each time. */
function send(request: Request, response: Response, { file, path }: { file: BuiltFile; path: string }): void {
  const encoding = ENCODINGS.map(({ name }) => name).find(
    (name) => file.encoded.has(name) && request.acceptsEncodings(name) !== false,
  );
  const content = (encoding !== undefined && file.encoded.get(encoding)) || file.content;
  if (file.encoded.size > 0) response.setHeader('Vary', 'Accept-Encoding');
  if (path.startsWith('assets/') && response.statusCode === 200) {
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  } else {
    response.setHeader('Cache-Control', 'no-cache');
    // RFC 9110, 8.8.3.3: encodings of one content have tags of their own.
    response.setHeader('ETag', `"${file.tag}${encoding === undefined ? '' : `-${encoding}`}"`);
    if (request.fresh) return void response.status(304).end();
  }
  response.setHeader('Content-Type', file.type);
  response.setHeader('Content-Length', content.length);
  if (encoding !== undefined) response.setHeader('Content-Encoding', encoding);
  response.end(content);
}
