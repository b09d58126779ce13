import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresBinaries } from './binaries.js';
import { programEnvironment } from './env.js';
import type { SystemUser } from './system-user.js';

const runFile = promisify(execFile);

/** Runs one of the server's programs to its end, in a working directory; rejects if it fails. */
export type Run = (program: string, args: string[], cwd: string) => Promise<void>;

/**
 * The capability that lets a user pass folders that are closed to it. It also reads any file, but writes none. `dac_override`, which also
 * writes, would give the server almost the rights of root. Nobody else gets the capability, and only if the folders are closed.
 */
export const PASSING_CAPABILITIES = ['dac_read_search'] as const;

/** Runs programs as `user`, or as the user of this process. */
export function runAs(user: SystemUser | null): Run {
  return async (program, args, cwd) => {
    await runFile(program, args, { ...user, cwd, env: programEnvironment() });
  };
}

/**
 * The first way to run the programs as `user` that reaches both the data folder and the programs, or `null` if there is none.
 *
 * @param capabilities what may be tried if `user` cannot reach them without a capability.
 */
export async function passageTo(
  place: { dataDir: string; binaries: PostgresBinaries },
  user: SystemUser,
  capabilities: readonly string[],
): Promise<Run | null> {
  const ways = [runAs(user), ...capabilities.map((capability) => runWith(capability, user))];
  for (const run of ways) if (await reaches(run, place)) return run;
  return null;
}

/**
 * As `user` with one capability, which its programs pass to those that they start. PostgreSQL looks for its programs with `access(2)`. The
 * secure bit makes `access(2)` count the capability (access(2), capabilities(7)).
 */
function runWith(capability: string, { uid, gid }: SystemUser): Run {
  const identity = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--securebits=+no_setuid_fixup'];
  const granted = [`--inh-caps=-all,+${capability}`, `--ambient-caps=-all,+${capability}`, '--no-new-privs'];
  return async (program, args, cwd) => {
    const options = { cwd, env: programEnvironment() };
    await runFile('setpriv', [...identity, ...granted, '--', program, ...args], options);
  };
}

/**
 * `setpriv` itself starts a program with the rights of root. So `test` is started first. It has the rights of the server, and looks at the
 * folder and at each program that another one starts.
 */
async function reaches(
  run: Run,
  { dataDir, binaries }: { dataDir: string; binaries: PostgresBinaries },
): Promise<boolean> {
  const { initdb, pg_ctl } = binaries;
  const postgres = join(dirname(initdb), initdb.endsWith('.exe') ? 'postgres.exe' : 'postgres');
  try {
    for (const path of [dataDir, initdb, pg_ctl, postgres]) await run('test', ['-x', path], '/');
    await run(initdb, ['--version'], '/');
    return true;
  } catch {
    return false;
  }
}
