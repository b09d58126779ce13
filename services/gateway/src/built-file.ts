import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Request, Response } from 'express';

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

/** Its name holds a hash of its content, or browsers ask each time whether it is still the same. */
export type Freshness = 'immutable' | 'asked-each-time';

/** A file of a build, with its copies in the encodings that the build has made. */
export interface BuiltFile {
  type: string;
  content: Buffer;
  /** By the names of the encodings. */
  encoded: ReadonlyMap<string, Buffer>;
  /** Changes with the content. */
  tag: string;
}

/**
 * All files below a folder by their paths in it, with `/` between the parts. Files of other types than those that are served are left out. They are read once and kept in memory, a few megabytes
 * in all. So a page that is open while the files are replaced still gets the files of its own build, and no path leads out of the folder.
 */
export function builtFiles(folder: string): ReadonlyMap<string, BuiltFile> {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const paths = new Set(names);
  const served = names.flatMap((path) => {
    const type = TYPES[extname(path)];
    return type === undefined ? [] : [[path.replaceAll('\\', '/'), readFile(path, type)] as const];
  });
  return new Map(served);

  function readFile(path: string, type: string): BuiltFile {
    const content = readFileSync(join(folder, path));
    const encoded = ENCODINGS.filter(({ ending }) => paths.has(path + ending)).map(
      ({ name, ending }) => [name, readFileSync(join(folder, path + ending))] as const,
    );
    const tag = createHash('sha256').update(content).digest('base64url').slice(0, 22);
    return { type, content, encoded: new Map(encoded), tag };
  }
}

/** Answers with the file, in the best encoding that the caller takes; to HEAD without it, and with 304 if the caller has it. */
export function sendBuiltFile(
  request: Request,
  response: Response,
  { file, freshness }: { file: BuiltFile; freshness: Freshness },
): void {
  const encoding = ENCODINGS.map(({ name }) => name).find(
    (name) => file.encoded.has(name) && request.acceptsEncodings(name) !== false,
  );
  const content = (encoding !== undefined && file.encoded.get(encoding)) || file.content;
  if (file.encoded.size > 0) response.setHeader('Vary', 'Accept-Encoding');
  if (freshness === 'immutable') {
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
