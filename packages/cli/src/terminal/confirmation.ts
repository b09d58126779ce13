import { createInterface } from 'node:readline/promises';
import { CliError } from '../errors.js';

interface Asking {
  stdin: NodeJS.ReadStream;
  signal: AbortSignal;
}

/**
 * Asks a person on the terminal.
 *
 * @throws CliError `usage` if there is no terminal; `interrupted` unless the answer is yes.
 */
export async function confirmed({ stdin, signal }: Asking, question: string): Promise<void> {
  if (!stdin.isTTY)
    throw new CliError('usage', 'Nobody is there to be asked.', {
      hint: 'Say --yes to do it without asking.',
    });
  const lines = createInterface({ input: stdin, output: process.stderr });
  try {
    const answer = await lines.question(`${question} [y/N] `, { signal });
    if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('interrupted', 'Nothing was done.');
  } finally {
    lines.close();
  }
}
