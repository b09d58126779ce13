import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { CliError } from '../errors.js';
import type { Shell } from '../shell.js';

export function acpCommand(program: CommandUnknownOpts, shell: Shell): void {
  program
    .command('acp')
    .description('let a coding agent that speaks ACP chat and ask as an agent (AGENT_ID, AGENT_SECRET)')
    .argument('<command...>', 'what starts it, after --')
    .action(async ([program = '', ...args]) => {
      const { agent, output, signal } = shell;
      const note = (text: string) => output.note(text);
      const { bridgeToAcp } = await import('../acp/bridge.js');
      const end = await bridgeToAcp({ agent, program, args, signal, note });
      if (end !== null) throw new CliError('failed', end);
    });
}
