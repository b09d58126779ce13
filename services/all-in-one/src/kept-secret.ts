import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';

/** The secret in a file that only its owner may read, as hexadecimal digits. Generated on first use. */
export async function keptSecret(file: string, byteLength: number): Promise<string> {
  const fresh = randomBytes(byteLength).toString('hex');
  await writeFile(file, fresh, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readFile(file, 'utf8')).trim();
}
