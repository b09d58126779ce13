import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { CliError } from '../errors.js';
import type { Shell } from '../shell.js';

export function acpCommand(program: CommandUnknownOpts, shell: Shell): void {
  program
    .command('acp')
    .description('let a coding agent that speaks ACP chat and ask as an agent (AGENT_ID, AGENT_SECRET)')
    .argument('<command...>', 'what starts it, after --')
    .option('--cwd <folder>', 'where it works', process.cwd())
    .option('--no-tools', 'do not offer it the tools of `svc mcp`')
    .action(async ([program = '', ...args], { cwd, tools }) => {
      const { agent, output, signal } = shell;
      const note = (text: string) => output.note(text);
      const { bridgeToAcp } = await import('../acp/bridge.js');
      const end = await bridgeToAcp({ agent, program, args, cwd, offersTools: tools, signal, note });
      if (end !== null) throw new CliError('failed', end);
    });
}
