import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { endGroup } from '@svc/testkit';
import { ROOT } from '../tidy/source-files.js';
import type { ProvenBlock } from './proofs.js';

interface PageOptions {
  env: Record<string, string>;
  /** What stands in the page, and what stands in its place here: addresses and ports. */
  replaced: Record<string, string>;
  /** Is told what has been said on the standard error each time that there is more. */
  onSaid: (stderr: string) => void;
  /** Ends the script. */
  signal: AbortSignal;
}

/** What a checkout has, and the page's commands name. */
const IN_CHECKOUT = ['examples', 'packages', 'proto-events', 'node_modules'];

/** For the conditions of `until`: a call of the client API costs a tenth of a start of `svc`. */
const CLIENT =
  'client() { curl -fsS -H "authorization: Bearer $SVC_API_KEY" "$AGENT_SERVICE_URL/api/client$1"; }';

/**
 * Runs the blocks of a page in their order, as one script of bash that ends with the first command that
 * fails, in a folder that looks like a checkout. What it has left running is ended.
 *
 * @returns what the script ended with, and what each block has written; nothing for those that are not run.
 */
export async function runPage(blocks: readonly ProvenBlock[], options: PageOptions) {
  const { replaced, ...ofScript } = options;
  const folder = await mkdtemp(join(tmpdir(), 'page-'));
  try {
    await Promise.all(['.data', '.output'].map((name) => mkdir(join(folder, name))));
    for (const name of IN_CHECKOUT) await symlink(join(ROOT, name), join(folder, name));
    const script = Object.entries(replaced).reduce(
      (text, [from, to]) => text.replaceAll(from, to),
      [CLIENT, ...blocks.map(commandsOf)].join('\n'),
    );
    const { status, stderr } = await bash(script, { folder, ...ofScript });
    const outputs = blocks.map((_, index) => readFile(outputOf(folder, index), 'utf8').catch(() => ''));
    return { status, stderr, outputs: await Promise.all(outputs) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function commandsOf({ proof, text }: ProvenBlock, index: number): string {
  if (proof?.kind === 'file') return `cat > ${proof.name} <<'END_OF_${index}'\n${text}END_OF_${index}`;
  if (proof?.kind !== 'run') return '';
  // What a reader would have seen before the next command is there.
  const waits = proof.until.map((command) => `until { ${command}; } > .output/wait 2>&1; do sleep 0.2; done`);
  return [...waits, `{\n${text}} > ${outputOf('.', index)}`].join('\n');
}

function outputOf(folder: string, index: number): string {
  return join(folder, '.output', String(index));
}

async function bash(script: string, options: Omit<PageOptions, 'replaced'> & { folder: string }) {
  const { folder, env, onSaid, signal } = options;
  const path = [dirname(process.execPath), join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(':');
  const own = { PATH: path, HOME: folder, LANG: 'C.UTF-8', ...env };
  const child = spawn('bash', ['-eu', '-c', script], {
    cwd: folder,
    env: own,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => onSaid((stderr += chunk.toString())));
  const end = () => endGroup(child);
  signal.addEventListener('abort', end);
  child.once('exit', () => {
    // Its id may soon be another's.
    signal.removeEventListener('abort', end);
    // What it has left running goes with it.
    end();
  });
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stderr };
}
