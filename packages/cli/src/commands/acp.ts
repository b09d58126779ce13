import { Command } from 'commander';
import { CliError } from '../errors.js';
import type { Shell } from '../shell.js';

export function acpCommand(shell: Shell): Command {
  return new Command('acp')
    .description('let a coding agent that speaks ACP chat and ask as an agent (AGENT_ID, AGENT_SECRET)')
    .argument('<command...>', 'what starts it, after --')
    .option('--cwd <folder>', 'where it works', process.cwd())
    .option('--no-tools', 'do not offer it the tools of `svc mcp`')
    .action(async (words: string[], { cwd, tools }: { cwd: string; tools: boolean }, command: Command) => {
      const agent = shell.agent(command);
      const output = shell.output(command);
      const [program = '', ...args] = words;
      const { bridgeToAcp } = await import('../acp/bridge.js');
      const end = await bridgeToAcp({
        ...{ agent, program, args, cwd, offersTools: tools, signal: shell.signal },
        note: (text) => output.note(text),
      });
      if (end !== null) throw new CliError('failed', end);
    });
}
