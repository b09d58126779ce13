import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@svc/runtime';
import { Product } from '@svc/testkit';

/**
 * One service beside those of the bench, with networks of its own.
 *
 * @param settings `DATABASE_URL` and `AMQP_URL` among them.
 */
export async function loneService(
  kind: string,
  dataDir: string,
  settings: Record<string, string>,
): Promise<Product> {
  const port = await freePort();
  const key = await readFile(join(dataDir, 'secrets.key'), 'utf8');
  const environment = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, SECRETS_KEY: key.trim() };
  return new Product(
    { mode: 'services', program: `dist/bin/${kind}.mjs`, settings, isUnderFire: true },
    { url: `http://127.0.0.1:${port}`, dataDir, stateFile: '', environment, remove: async () => {} },
  );
}
