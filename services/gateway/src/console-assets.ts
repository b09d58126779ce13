import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { RequestHandler } from 'express';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** The best encoding first. The build has put each compressed file beside its original, so nothing is compressed while serving. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

/**
 * Files whose names hold a hash of their content, so that the content of a name never changes. They are read once and kept in memory, a few
 * megabytes in all. So a page that is open while the files are replaced still gets the files of its own build.
 */
export function consoleAssets(folder: string): RequestHandler {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const files = new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
  return (request, response, next) => {
    const name = request.params['name'];
    const type = typeof name === 'string' ? TYPES[extname(name)] : undefined;
    const plain = typeof name === 'string' ? files.get(name) : undefined;
    if (type === undefined || plain === undefined) return next();
    const encoding = ENCODINGS.find(
      (candidate) =>
        files.has(String(name) + candidate.ending) && request.acceptsEncodings(candidate.name) !== false,
    );
    const content = encoding === undefined ? plain : files.get(String(name) + encoding.ending);
    response.setHeader('Content-Type', type);
    response.setHeader('Content-Length', (content ?? plain).length);
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    response.setHeader('Vary', 'Accept-Encoding');
    if (encoding !== undefined) response.setHeader('Content-Encoding', encoding.name);
    response.end(content ?? plain);
  };
}
