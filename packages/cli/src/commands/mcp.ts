import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Shell } from '../shell.js';

export function mcpCommand(program: CommandUnknownOpts, shell: Shell): void {
  program
    .command('mcp')
    .description(
      'serve the tools of an agent (AGENT_ID, AGENT_SECRET) over MCP, on standard input and output',
    )
    .action(async () => {
      const { agent, signal } = shell;
      // The SDK is loaded where it is needed: all other commands start without it.
      const { serveTools } = await import('../mcp/serve-tools.js');
      await serveTools(agent, signal);
    });
}
