import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface SystemUser {
  uid: number;
  gid: number;
}

/**
 * The user that the server runs as. PostgreSQL refuses to run as root, so root runs it as the system's user `postgres`, who is created if
 * there is none. `null` for everyone else: they run it as themselves.
 */
export async function serverUser(): Promise<SystemUser | null> {
  if (process.getuid?.() !== 0) return null;
  const known = await idsOf('postgres');
  if (known !== null) return known;
  await run('useradd', [
    '--system',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    '--user-group',
    'postgres',
  ]);
  const created = await idsOf('postgres');
  if (created === null)
    throw new Error('Could not create the system user postgres; set DATABASE_URL or do not run as root');
  return created;
}

async function idsOf(user: string): Promise<SystemUser | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}
