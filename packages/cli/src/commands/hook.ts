import { text } from 'node:stream/consumers';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { answerHook } from '../hook/answer-hook.js';
import { hookInput } from '../hook/hook-input.js';
import type { Shell } from '../shell.js';
import { waitSecondsIn } from './arguments.js';

/** A coding agent ends a hook that takes longer than ten minutes. */
const WAIT_SECONDS = 540;

/**
 * Whatever goes wrong, it never allows. An error is answered with no: a coding agent takes most exit codes
 * for no answer. Input that it cannot read ends it with 2, which a coding agent takes for no.
 */
export function hookCommand(program: CommandUnknownOpts, shell: Shell): void {
  program
    .command('hook')
    .description(
      'answer a permission hook of a coding agent (JSON on standard input) with a decision of a person',
    )
    .option('--wait <seconds>', 'how long the person has', waitSecondsIn, WAIT_SECONDS)
    .action(async ({ wait }) => {
      const input = hookInput(await text(shell.stdin));
      const rules = { waitSeconds: wait, signal: shell.signal, agent: () => shell.agent };
      const answer = await answerHook(input, rules);
      shell.output.piece(`${JSON.stringify(answer)}\n`);
    });
}
