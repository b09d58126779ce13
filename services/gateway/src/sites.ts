import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { Router } from 'express';
import type { Request, Response } from 'express';

/** The folder of the built console, or `null` if it was not built, as in tests that run on the sources. */
export function consoleFolder(): string | null {
  return builtFolderOf('@svc/console/package.json');
}

/** The folder of the built documentation, or `null` if it was not built. */
export function docsSiteFolder(): string | null {
  return builtFolderOf('@svc/docs-site/package.json');
}

function builtFolderOf(manifest: string): string | null {
  const folder = join(dirname(createRequire(import.meta.url).resolve(manifest)), 'dist');
  return existsSync(join(folder, 'index.html')) ? folder : null;
}

/** The pages of both sites load from this service only, are never framed, and run nothing inline. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
];
const DOCS_POLICY = [...POLICY, "img-src 'self'"].join('; ');
/** `blob:` is for files that the user is about to send. */
const CONSOLE_POLICY = [
  ...POLICY,
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "manifest-src 'self'",
].join('; ');

/** It is empty in the build. An origin has no sign that HTML would have to escape. */
const PUBLIC_BASE_URL_META = '<meta name="public-base-url" content=""';

/** Files of the console that lie beside its page. Their names hold no hash. */
const CONSOLE_FILES = ['icon.svg', 'theme.js', 'whole-page.js'];

/** Paths of other routers, which answer unknown paths in the API's shape. */
const NOT_PAGES = /^\/(api|webhook|ws|media|docs|health|metrics|assets)(\/|$)/;

/**
 * The console: its files under the names that the build gave them, and its page. A browser gets the page under every path that nothing else
 * answers, since the console has routes of its own.
 *
 * @param folder the built console.
 * @param publicOrigin the origin of PUBLIC_BASE_URL, which is written into the page.
 */
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
    // Voice messages need the microphone. The page needs no other feature.
    const features = 'microphone=(self), camera=(), geolocation=(), payment=(), usb=()';
    response.setHeader('Permissions-Policy', features);
    send(request, response, { file, path });
  });
  return router;
}

const DOCS_ROOT = '/docs/';
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
    router.get(['/docs', DOCS_ROOT], (_request, response) => response.redirect(302, '/docs/api/'));
    return router;
  }
  const files = builtFiles(folder);
  const notFound = files.get(NOT_FOUND_PAGE);
  // Without parameters, which would be decoded.
  router.get(/^\/docs(?:\/|$)/, (request, response, next) => {
    // The build's names need no escapes, so what is escaped is none of them.
    const path = request.path.slice(DOCS_ROOT.length);
    const isPage = path === '' || path.endsWith('/');
    const file = path === NOT_FOUND_PAGE ? undefined : files.get(isPage ? `${path}index.html` : path);
    if (file !== undefined) {
      setHeaders(response, DOCS_POLICY);
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

/** The best encoding first. The build has put each compressed file beside its original, so nothing is compressed while serving. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

/** A file of a build, with its copies in the encodings that the build has made. */
interface BuiltFile {
  type: string;
  content: Buffer;
  /** By the names of the encodings. */
  encoded: ReadonlyMap<string, Buffer>;
  /** Changes with the content. */
  tag: string;
}

function builtFile(ending: string, content: Buffer, encoded: BuiltFile['encoded'] = new Map()): BuiltFile {
  const tag = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  return { type: TYPES[ending] ?? '', content, encoded, tag };
}

/**
 * All files below a folder by their paths in it, with `/` between the parts. Files of other types than those that are served are left out. They are read once and kept in memory, a few megabytes
 * in all. So a page that is open while the files are replaced still gets the files of its own build, and no path leads out of the folder.
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

/**
 * Answers with the file, in the best encoding that the caller takes; to HEAD without it, and with 304 if the caller has it.
 *
 * @param sent.path the names below `assets/` hold a hash of the content, so browsers keep these files for good. Of others they ask each time, so that a new
 *   version is seen at once.
 */
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
    // RFC 9110, 8.8.3.3: the encodings of one content have tags of their own.
    response.setHeader('ETag', `"${file.tag}${encoding === undefined ? '' : `-${encoding}`}"`);
    if (request.fresh) return void response.status(304).end();
  }
  response.setHeader('Content-Type', file.type);
  response.setHeader('Content-Length', content.length);
  if (encoding !== undefined) response.setHeader('Content-Encoding', encoding);
  response.end(content);
}
