import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { RequestHandler } from 'express';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** The best first. Each lies beside its file from the build, so nothing is compressed while serving. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

/**
 * Files whose names hold a hash of their content, so that what a name stands for never changes. What is not there now never will be:
 * the names are read once.
 */
export function consoleAssets(folder: string): RequestHandler {
  const names = new Set(existsSync(folder) ? readdirSync(folder) : []);
  return (request, response, next) => {
    const name = request.params['name'];
    const type = typeof name === 'string' ? TYPES[extname(name)] : undefined;
    if (typeof name !== 'string' || type === undefined || !names.has(name)) return next();
    const encoding = ENCODINGS.find(
      (candidate) => names.has(name + candidate.ending) && request.acceptsEncodings(candidate.name) !== false,
    );
    response.setHeader('Content-Type', type);
    response.setHeader('Vary', 'Accept-Encoding');
    if (encoding !== undefined) response.setHeader('Content-Encoding', encoding.name);
    // Installed below a folder whose name begins with a dot, a file would otherwise count as hidden.
    const options = { dotfiles: 'allow', maxAge: '365d', immutable: true } as const;
    response.sendFile(join(folder, name + (encoding?.ending ?? '')), options, (error?: Error) => {
      if (error !== undefined && !response.headersSent) next(error);
    });
  };
}
