import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The folder of the built console, or `null` if it was not built, as in tests that run on the sources. */
export function consoleFolder(): string | null {
  const manifest = createRequire(import.meta.url).resolve('@svc/console/package.json');
  const folder = join(dirname(manifest), 'dist');
  return existsSync(join(folder, 'index.html')) ? folder : null;
}
