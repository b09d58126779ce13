import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

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
